// `npm run screenshots`: takes screenshots of every screen in both themes and four window sizes. Arguments go to
// Playwright.
import './node-version.mjs'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { provideChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { endOnSignals, root, runTool } from './run.mjs'

const args = process.argv.slice(2)

endOnSignals()
await ensureInstalled()
await ensureBuilt()
const chromium = await provideChromium().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
if (args.length === 0) rmSync(path.join(root, 'screenshots'), { recursive: true, force: true })
const env = { CHROMIUM_PATH: chromium }
const { code } = await runTool('playwright', ['test', '-c', 'e2e/screenshots.config.ts', ...args], { env })
console.log(code === 0 ? 'Screenshots saved in screenshots/.' : 'Some screenshots failed.')
process.exit(code)
