// Finds words that the product's texts avoid.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { listSources } from './import-graph.mjs'
import { TEST } from './import-rules.mjs'

/** Say "anyone who", "someone", "no one", "everyone", "you" and "your" instead. */
const AVOIDED = /\b(?:whoever|somebody|nobody|everybody|oneself|(?<!no )one['’]s)\b/i

/**
 * Returns the string literals and JSX texts in the folders that contain an avoided word, one line each. Skips tests.
 * @param {string} root
 * @param {string[]} folders
 */
export function findAvoidedWords(root, folders) {
  return folders
    .flatMap((folder) => listSources(root, folder))
    .filter((file) => !TEST.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8')
      return readTexts(file, source).flatMap(({ text, start }) => {
        const word = AVOIDED.exec(text)?.[0]
        return word === undefined ? [] : [`${file}:${source.slice(0, start).split('\n').length}  ${word}`]
      })
    })
}

/**
 * @param {string} file
 * @param {string} source
 */
function readTexts(file, source) {
  const parsed = parseSync(file, source)
  const [error] = parsed.errors
  if (error) throw new Error(`${file} does not parse: ${error.message}`)
  /** @type {{ text: string, start: number }[]} */
  const texts = []
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
