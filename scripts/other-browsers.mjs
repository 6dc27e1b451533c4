// Finds Firefox and WebKit for `npm run e2e -- --browser=…`. Uses the system's own and downloads nothing.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * For each browser, the environment variables of its programs and functions that find them.
 * @type {Record<string, Record<string, () => string | undefined>>}
 */
const NEEDS = {
  firefox: {
    FIREFOX_PATH: () => findProgram('firefox-esr') ?? findProgram('firefox'),
  },
  webkit: {
    WEBKIT_DRIVER_PATH: () => findProgram('WebKitWebDriver'),
    WEBKIT_PATH: findMiniBrowser,
    XVFB_PATH: () => findProgram('Xvfb'),
  },
}
/** @type {Record<string, string>} */
const PACKAGES = { firefox: 'firefox-esr', webkit: 'webkit2gtk-driver and xvfb' }

export const OTHER_BROWSERS = Object.keys(NEEDS)

/**
 * Returns the environment variables of this browser. Throws a one-line error if it is not installed.
 * @param {string} browser one of `OTHER_BROWSERS`
 */
export function findBrowser(browser) {
  const found = Object.entries(NEEDS[browser] ?? {}).map(([name, find]) => [name, process.env[name] ?? find()])
  if (found.some(([, place]) => !place || !existsSync(place)))
    throw new Error(`Cannot find ${browser}. Install the Debian packages ${PACKAGES[browser]}.`)
  return { ...Object.fromEntries(found), E2E_BROWSER: browser }
}

/** WebKitGTK's MiniBrowser, in a folder named after the machine's architecture and its version. */
function findMiniBrowser() {
  /** @param {string} folder */
  const inside = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [])
  return inside('/usr/lib')
    .filter((folder) => folder.endsWith('-linux-gnu'))
    .flatMap(inside)
    .filter((folder) => path.basename(folder).startsWith('webkit2gtk-'))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find(existsSync)
}

/**
 * Returns the path of an installed program.
 * @param {string} name
 */
const findProgram = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(existsSync)
