// Firefox and WebKit for `npm run e2e -- --browser=…`: the system's own. Nothing is downloaded.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * What each browser needs: the variable that carries a program's path to the journeys, and where the program is.
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
 * The environment in which the journeys find this browser. Throws an error of one line when it is not installed.
 * @param {string} browser one of `OTHER_BROWSERS`
 */
export function findBrowser(browser) {
  const found = Object.entries(NEEDS[browser] ?? {}).map(([name, find]) => [name, process.env[name] ?? find()])
  if (found.some(([, place]) => !place || !existsSync(place)))
    throw new Error(`Cannot find ${browser}. Install the Debian packages ${PACKAGES[browser]}.`)
  return { ...Object.fromEntries(found), E2E_BROWSER: browser }
}

/** WebKitGTK's own small browser, in a folder of its version under that of the machine's architecture. */
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
 * The path of a program that is installed.
 * @param {string} name
 */
const findProgram = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(existsSync)
