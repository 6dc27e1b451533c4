// Checks that package-lock.json contains the packages of every system and no registry URLs, and that our packages name exact
// versions.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

/**
 * @typedef {Record<string, string>} Versions
 * @typedef {{ version?: string, resolved?: string, link?: boolean, dependencies?: Versions, devDependencies?: Versions, optionalDependencies?: Versions }} LockedPackage
 */

/**
 * Returns the problems of a lock file, one sentence each.
 * @param {Record<string, LockedPackage>} packages the lock's `packages`
 * @returns {string[]}
 */
export function findLockProblems(packages) {
  return Object.entries(packages).flatMap(([place, entry]) => {
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isLocked(packages, place, name))
    return [
      ...missing.map((name) => `${place} depends on ${name}, which is missing from package-lock.json.`),
      ...(isOurs(place, entry) ? rangesOf(entry) : []).map(
        (range) => `${place || '.'} asks for ${range}, not an exact version.`,
      ),
      ...(entry.resolved && !entry.link ? [`${place} contains a registry URL: ${entry.resolved}`] : []),
    ]
  })
}

/**
 * @param {string} place
 * @param {LockedPackage} entry
 */
const isOurs = (place, entry) => !place.includes('node_modules/') && !entry.link

/** @param {LockedPackage} entry */
const rangesOf = ({ dependencies, devDependencies, optionalDependencies }) =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} ${version}`)

/**
 * Like Node, looks for a package in the folder of its dependent and in all folders above it.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} place
 * @param {string} name
 */
function isLocked(packages, place, name) {
  if (packages[place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`]) return true
  if (place === '') return false
  const parent = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))
  return isLocked(packages, parent, name)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const problems = findLockProblems(packages)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exit(1)
  }
  console.log(`${Object.keys(packages).length} packages`)
}
