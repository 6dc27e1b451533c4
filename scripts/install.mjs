// Installs the packages in package-lock.json if they are not in node_modules yet.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { must, root, run } from './run.mjs'

/** Installs if a package is missing or differs from the lock file; otherwise returns within a few milliseconds. */
export async function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages …')
  // Every package ships its binaries, so no install script has to run on the user's machine.
  await must('npm ci', runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']))
}

/**
 * Compares the lock file with node_modules/.package-lock.json, which npm writes at the end of a successful install.
 * Packages for other systems are only in the lock file.
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
  // npm sets its own path for scripts, so neither a shell nor npm.cmd is needed.
  if (npm && /npm-cli\.c?js$/.test(npm)) return run(process.execPath, [npm, ...args], { quiet: true })
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { quiet: true })
}
