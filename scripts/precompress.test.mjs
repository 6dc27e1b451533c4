import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { precompress } from './precompress.mjs'

test('writes compressed copies with the same content, only if they are smaller', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-precompress-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const script = 'export const stone = 1\n'.repeat(200)
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'assets/app-1a2b.js'), script)
  writeFileSync(path.join(folder, 'assets/small.js'), 'a()')
  writeFileSync(path.join(folder, 'assets/photo.png'), script)
  writeFileSync(path.join(folder, 'index.html'), script)

  await precompress(folder)

  const files = readdirSync(path.join(folder, 'assets'))
  expect(files.sort()).toEqual(['app-1a2b.js', 'app-1a2b.js.br', 'app-1a2b.js.gz', 'photo.png', 'small.js'])
  expect(readdirSync(folder)).toEqual(['assets', 'index.html'])
  const copy = (/** @type {string} */ extension) => readFileSync(path.join(folder, `assets/app-1a2b.js${extension}`))
  expect(zlib.brotliDecompressSync(copy('.br')).toString()).toBe(script)
  expect(zlib.gunzipSync(copy('.gz')).toString()).toBe(script)
})
