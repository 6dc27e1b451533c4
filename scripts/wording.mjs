// Finds words that texts, comments and documents avoid.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { listSources } from './import-graph.mjs'
import { TEST } from './import-rules.mjs'

/** Say "anyone who", "someone", "no one", "everyone", "you", "your", "again" and "anyway" instead. */
const AVOIDED =
  /\b(?:whoever|whomever|somebody|(?<!")nobody|everybody|anybody|oneself|(?<!no )one['’]s|anew|all the same)\b/i

/** Functions whose first argument is the name of a test. */
const NAMES_TEST = /^(?:it|test|describe)\b/

/**
 * Returns the string literals, JSX texts and comments in the folders that contain an avoided word, one line each. Of
 * tests only the names and comments count.
 * @param {string} root
 * @param {string[]} folders
 */
export function findAvoidedWords(root, folders) {
  return folders
    .flatMap((folder) => listSources(root, folder))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8')
      if (!AVOIDED.test(source)) return []
      return readTexts(file, source).flatMap(({ text, start }) => {
        const word = AVOIDED.exec(text)?.[0]
        return word === undefined ? [] : [`${file}:${source.slice(0, start).split('\n').length}  ${word}`]
      })
    })
}

/**
 * Returns the lines of documents that contain an avoided word.
 * @param {string} root
 * @param {string[]} documents
 */
export const findAvoidedLines = (root, documents) =>
  documents.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const word = AVOIDED.exec(line)?.[0]
        return word === undefined ? [] : [`${file}:${index + 1}  ${word}`]
      }),
  )

/**
 * @param {string} file
 * @param {string} source
 */
function readTexts(file, source) {
  const parsed = parseSync(file, source)
  const [error] = parsed.errors
  if (error) throw new Error(`${file} does not parse: ${error.message}`)
  /** @type {{ text: string, start: number }[]} */
  const texts = parsed.comments.map(({ value, start }) => ({ text: value, start }))
  if (TEST.test(file)) return [...texts, ...namesOfTests(parsed.program, source)]
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') texts.push({ text: value, start })
    },
    TemplateElement: ({ value, start }) => {
      texts.push({ text: value.cooked ?? value.raw, start })
    },
    JSXText: ({ value, start }) => {
      texts.push({ text: value, start })
    },
  }).visit(parsed.program)
  return texts
}

/**
 * @param {import('oxc-parser').Program} program
 * @param {string} source
 */
function namesOfTests(program, source) {
  /** @type {{ text: string, start: number }[]} */
  const names = []
  new Visitor({
    CallExpression: ({ callee, arguments: [name] }) => {
      if (name && NAMES_TEST.test(source.slice(callee.start, callee.end)))
        names.push({ text: source.slice(name.start, name.end), start: name.start })
    },
  }).visit(program)
  // A suite's name is a string or template; a function as first argument is not.
  return names.filter(({ text }) => /^['"`]/.test(text))
}
