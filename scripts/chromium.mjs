// Finds a Chromium: $CHROMIUM_PATH, the system's, the one Playwright has downloaded, or one installed by apt-get.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { run } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const SHELL = 'chromium-headless-shell'
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Playwright's own list, which our option replaces. */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** Pages of the address bar: two processes per window, an eighth of a journey's CPU time. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** Options for running in a container and without network requests of its own. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...ADDRESS_BAR].join()}`,
]

/** Returns the path of a Chromium. Throws a one-line error if there is none. */
export async function provideChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`)
  const found = given || findInstalled() || findDownloaded() || (await installWithApt('chromium'))
  if (!found) throw new Error('Chromium not found. Install Chromium or Google Chrome, or set CHROMIUM_PATH.')
  return found
}

/** Like `provideChromium`, but prefers Debian's headless shell: the same pages take an eighth less CPU time. */
export async function provideHeadlessChromium() {
  if (process.env.CHROMIUM_PATH) return provideChromium()
  return (
    findOnPath([SHELL]) || findInstalled() || findDownloaded() || (await installWithApt(SHELL)) || provideChromium()
  )
}

/** The system's own Chromium, if installed. */
export const findInstalled = () => findOnPath(NAMES) ?? USUAL_PLACES.find(existsSync)

/** @param {readonly string[]} names */
function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(existsSync)
}

function findDownloaded() {
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  const place = chromium.executablePath()
  return place && existsSync(place) ? place : undefined
}

/** @param {'chromium' | typeof SHELL} name of the package and its program */
async function installWithApt(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`Installing ${name} with apt-get …`)
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    const { code, output } = await run('apt-get', args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
    if (code !== 0) {
      console.error(output.trimEnd())
      return undefined
    }
  }
  return findOnPath([name])
}
