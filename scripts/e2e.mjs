// `npm run e2e`: builds, then runs the browser journeys. Arguments go to Playwright (`npm run e2e -- sign-in
// --headed`).
// `--browser=firefox` and `--browser=webkit` run the journeys of other browsers, which are not part of `npm test`.
import './node-version.mjs'
import { ensureBuilt } from './build.mjs'
import { provideHeadlessChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { findBrowser, OTHER_BROWSERS } from './other-browsers.mjs'
import { endOnSignals, runTool } from './run.mjs'

const FLAG = '--browser='
const args = process.argv.slice(2).filter((arg) => !arg.startsWith(FLAG))
const browser = process.argv.find((arg) => arg.startsWith(FLAG))?.slice(FLAG.length) ?? 'chromium'

/** The Playwright configuration, and the environment that tells it where the browser is. */
async function settings() {
  if (browser === 'chromium') return { config: 'e2e', env: { CHROMIUM_PATH: await provideHeadlessChromium() } }
  if (OTHER_BROWSERS.includes(browser)) return { config: 'e2e/browsers.config.ts', env: findBrowser(browser) }
  throw new Error(`Unknown browser ${browser}: use chromium, ${OTHER_BROWSERS.join(' or ')}.`)
}

endOnSignals()
await ensureInstalled()
const { config, env } = await settings().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
await ensureBuilt()
const { code } = await runTool('playwright', ['test', '-c', config, ...args], { env })
process.exit(code)
