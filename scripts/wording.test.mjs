import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './run.mjs'
import { findAvoidedWords } from './wording.mjs'

/** @type {string} */
let tree
beforeEach(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'cairn-wording-'))
  mkdirSync(path.join(tree, 'src'))
})
afterEach(() => rmSync(tree, { recursive: true }))

test("the product's texts contain no avoided word", () => {
  expect(findAvoidedWords(root, ['web/src', 'contract/src', 'server/src'])).toEqual([])
})

test('strings, templates and JSX texts are checked, comments and tests are not', () => {
  writeFileSync(
    path.join(tree, 'src/Found.tsx'),
    [
      '// Nobody reads this.',
      "const a = 'Somebody else'",
      'const b = `Whoever wants`',
      'export const C = () => <p title="one’s own">Everybody</p>',
      "export const d = ['someone’s', 'No one’s', 'Everyone']",
    ].join('\n'),
  )
  writeFileSync(path.join(tree, 'src/Found.test.tsx'), "export const e = 'Nobody'")

  expect(findAvoidedWords(tree, ['src'])).toEqual([
    'src/Found.tsx:2  Somebody',
    'src/Found.tsx:3  Whoever',
    'src/Found.tsx:4  one’s',
    'src/Found.tsx:4  Everybody',
  ])
})
