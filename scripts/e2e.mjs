// `npm run e2e`: the browser journeys alone, on a fresh build. Arguments go to Playwright (`npm run e2e -- sign-in --headed`).
import './node-version.mjs'
import { ensureBuilt } from './build.mjs'
import { provideChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { endOnSignals, runTool } from './run.mjs'

endOnSignals()
await ensureInstalled()
await ensureBuilt()
const chromium = await provideChromium().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
const env = { CHROMIUM_PATH: chromium }
const { code } = await runTool('playwright', ['test', '-c', 'e2e', ...process.argv.slice(2)], { env })
process.exit(code)
