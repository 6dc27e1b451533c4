// Reads the reports of the test runners: how many tests passed, and the names of the others.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run.mjs'

/**
 * @typedef {{ passed: number, failed: string[], skipped: number }} Counts
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFile as vitest reports it
 * @typedef {{ file: string, title: string, tests: { status: string }[] }} Spec as Playwright reports it
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite as Playwright reports it
 */

/** @param {string} file @returns {Counts} */
export function readVitestReport(file) {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: numPassedTests, failed: testResults.flatMap(failedIn), skipped: numPendingTests + numTodoTests }
}

/** @param {string} file @returns {Counts} */
export function readPlaywrightReport(file) {
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: stats.expected, failed: brokenIn(suites), skipped: stats.skipped }
}

/** The failed tests of a file, or the file itself if it could not run. @param {TestFile} file */
function failedIn({ name, status, assertionResults }) {
  const file = path.relative(root, name)
  const tests = assertionResults.filter((test) => test.status === 'failed').map((test) => `${file}: ${test.fullName}`)
  return tests.length === 0 && status === 'failed' ? [file] : tests
}

/** @param {Suite[]} [suites] @returns {string[]} */
function brokenIn(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.flatMap(({ file, title, tests }) => tests.flatMap(({ status }) => verdict(status, `${file}: ${title}`))),
    ...brokenIn(inner),
  ])
}

/** A flaky journey, which passed only on retry, counts as failed. @param {string} status @param {string} name */
function verdict(status, name) {
  if (status === 'unexpected') return [name]
  return status === 'flaky' ? [`${name} (flaky: the second attempt passed)`] : []
}
