// What a new visitor's browser downloads for the sign-in screen: opened in Chromium with an empty cache.
import { get } from 'node:http'
import { sum } from '../load/stats.mjs'

/** The URLs of the JavaScript that /login loads. @returns {Promise<Set<string>>} */
export async function firstScreenScripts(browser, origin) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const scripts = new Set()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
  await page.goto(`${origin}/login`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await context.close()
  return scripts
}

/** Total size in kB (1,000 bytes) with gzip. */
export async function gzippedKB(urls) {
  const sizes = await Promise.all([...urls].map(gzippedBytes))
  return sum(sizes) / 1000
}

/** Over plain HTTP, because a browser would request other encodings too. @returns {Promise<number>} */
const gzippedBytes = (url) =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk) => {
        bytes += chunk.length
      })
      response.on('end', () => (response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url} failed`))))
      response.on('error', reject)
    }).on('error', reject)
  })
