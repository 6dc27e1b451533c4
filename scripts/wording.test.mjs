import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './run.mjs'
import { findAvoidedLines, findAvoidedWords } from './wording.mjs'

/** @type {string} */
let tree
beforeEach(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'cairn-wording-'))
  mkdirSync(path.join(tree, 'src'))
})
afterEach(() => rmSync(tree, { recursive: true }))

test('texts, comments, names of tests and documents contain no avoided word', () => {
  const folders = ['web/src', 'contract/src', 'server/src', 'server/test', 'e2e', 'bench']
  const documents = ['README', 'ARCHITECTURE', 'CONTRIBUTING', 'AGENTS', 'bench/README', 'connector/README']
  expect(findAvoidedWords(root, folders)).toEqual([])
  expect(
    findAvoidedLines(
      root,
      documents.map((name) => `${name}.md`),
    ),
  ).toEqual([])
})

test('strings, templates, JSX texts and comments are checked, and names in tests', () => {
  writeFileSync(
    path.join(tree, 'src/Found.tsx'),
    [
      '// Made anew.',
      "const a = 'Somebody else'",
      'const b = `Whoever wants`',
      'export const C = () => <p title="one’s own">Everybody</p>',
      "export const d = ['someone’s', 'No one’s', 'Everyone']",
    ].join('\n'),
  )
  writeFileSync(path.join(tree, 'src/Found.test.tsx'), "// Anybody\ntest('tells nobody', () => 'Nobody')")
  writeFileSync(path.join(tree, 'notes.md'), 'Everyone\nWhoever\n')

  expect(findAvoidedWords(tree, ['src']).sort()).toEqual([
    'src/Found.test.tsx:1  Anybody',
    'src/Found.test.tsx:2  nobody',
    'src/Found.tsx:1  anew',
    'src/Found.tsx:2  Somebody',
    'src/Found.tsx:3  Whoever',
    'src/Found.tsx:4  Everybody',
    'src/Found.tsx:4  one’s',
  ])
  expect(findAvoidedLines(tree, ['notes.md'])).toEqual(['notes.md:2  Whoever'])
})
