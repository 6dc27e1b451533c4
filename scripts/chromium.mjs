// A browser for the journeys: $CHROMIUM_PATH, else the system's, else the one Playwright has downloaded, else apt-get's.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { run } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Playwright's own list, which ours replaces. */
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
/** The pages of the address bar: two processes for each window, an eighth of a journey's processor time. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** What Chromium needs in a container, and nothing that calls home meanwhile. */
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

/** The path of a Chromium. Throws an error of one line when none can be had. */
export async function provideChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`)
  const found = given || findInstalled() || findDownloaded() || (await installWithApt())
  if (!found) throw new Error('Chromium not found. Install Chromium or Google Chrome, or set CHROMIUM_PATH.')
  return found
}

/** The system's own Chromium, if it has one. */
export function findInstalled() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...USUAL_PLACES].find(
    existsSync,
  )
}

function findDownloaded() {
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  const place = chromium.executablePath()
  return place && existsSync(place) ? place : undefined
}

async function installWithApt() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium with apt-get …')
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, output } = await run('apt-get', args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
    if (code !== 0) {
      console.error(output.trimEnd())
      return undefined
    }
  }
  return findInstalled()
}
