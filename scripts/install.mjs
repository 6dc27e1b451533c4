// Installs the packages that package-lock.json names, when node_modules does not hold them yet.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { must, root, run } from './run.mjs'

/** Installs when a package is missing or has another version than the lock says; otherwise returns in a few milliseconds. */
export async function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages …')
  // Every package ships what it needs, so no package's install script has to run on the user's machine.
  await must('npm ci', runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']))
}

/**
 * npm writes node_modules/.package-lock.json at the end of a successful install: the list of what is really there.
 * Packages for other systems are in the lock alone.
 */
function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([place, { version, integrity, optional, devOptional }]) => {
    if (place === '' || !place.includes('node_modules/')) return true
    const found = present[place]
    if (!found) return Boolean(optional || devOptional)
    return found.version === version && found.integrity === integrity
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function readPackages(file) {
  const full = path.join(root, file)
  return existsSync(full) ? JSON.parse(readFileSync(full, 'utf8')).packages : undefined
}

/** @param {string[]} args */
function runNpm(args) {
  const npm = process.env.npm_execpath
  // Under `npm start` npm says where it is; then no shell and no .cmd file is needed.
  if (npm && /npm-cli\.c?js$/.test(npm)) return run(process.execPath, [npm, ...args], { quiet: true })
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { quiet: true })
}
