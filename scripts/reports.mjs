// Reads the reports of the test runners: how many tests passed, and the names of failed and flaky ones.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run.mjs'

/**
 * @typedef {{ passed: number, failed: string[], flaky: string[], skipped: number }} Counts
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFile as vitest reports it
 * @typedef {{ file: string, title: string, tests: { status: string }[] }} Spec as Playwright reports it
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite as Playwright reports it
 */

/** @param {string} file @returns {Counts} */
export function readVitestReport(file) {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const failed = testResults.flatMap(failedIn)
  return { passed: numPassedTests, failed, flaky: [], skipped: numPendingTests + numTodoTests }
}

/** @param {string} file @returns {Counts} */
export function readPlaywrightReport(file) {
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'))
  const flaky = journeysIn('flaky', suites)
  return {
    passed: stats.expected + flaky.length,
    failed: journeysIn('unexpected', suites),
    flaky,
    skipped: stats.skipped,
  }
}

/** The failed tests of a file, or the file itself if it could not run. @param {TestFile} file */
function failedIn({ name, status, assertionResults }) {
  const file = path.relative(root, name)
  const tests = assertionResults.filter((test) => test.status === 'failed').map((test) => `${file}: ${test.fullName}`)
  return tests.length === 0 && status === 'failed' ? [file] : tests
}

/** @param {'unexpected' | 'flaky'} status @param {Suite[]} [suites] @returns {string[]} */
function journeysIn(status, suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title }) => `${file}: ${title}`),
    ...journeysIn(status, inner),
  ])
}
