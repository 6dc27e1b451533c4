// Compresses the built files, so that the server never has to.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const COMPRESSIBLE = /\.(css|js|json|map|mjs|svg|txt|wasm|webmanifest|xml)$/
/** Below this many bytes compression saves less than the headers cost. */
const SMALLEST = 1024
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * Writes a .br and a .gz file next to every compressible file in the folder, if smaller.
 * @param {string} folder
 */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(path.join(entry.parentPath, entry.name))))
}

/** @param {string} file */
async function compressFile(file) {
  const content = await readFile(file)
  if (content.length < SMALLEST) return
  const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const copies = { '.br': await brotli(content, { params }), '.gz': await gzip(content, { level: 9 }) }
  for (const [extension, copy] of Object.entries(copies)) {
    if (copy.length < content.length) await writeFile(file + extension, copy)
  }
}
