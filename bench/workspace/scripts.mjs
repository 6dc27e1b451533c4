// What a stranger's browser downloads before the sign-in screen stands: opened in Chromium with an empty cache.
import { get } from 'node:http'
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, provideChromium } from '../scripts/chromium.mjs'

/** The JavaScript of /login, in kB (1,000 bytes) as a server sends it to a browser that takes gzip. */
export async function firstScreenKB(origin) {
  const browser = await chromium.launch({ executablePath: await provideChromium(), args: CHROMIUM_FLAGS })
  try {
    const page = await browser.newPage()
    const scripts = new Set()
    page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
    await page.goto(`${origin}/login`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    const sizes = await Promise.all([...scripts].map(gzippedBytes))
    return sizes.reduce((total, size) => total + size, 0) / 1000
  } finally {
    await browser.close()
  }
}

/** Over plain HTTP, because a browser asks for more than gzip. @returns {Promise<number>} */
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
