// `npm run check`: all static checks. Reports every failure, not only the first.
import './node-version.mjs'
import { ensureInstalled } from './install.mjs'
import { endOnSignals, root, run, runCompiler, runTool } from './run.mjs'

const quiet = { quiet: true }
const CHECKS = {
  'format and lint': () => runTool('biome', ['check', '--error-on-warnings'], quiet),
  types: () => runCompiler(['-b'], quiet),
  'import rules': () => run(process.execPath, [`${root}/scripts/check-imports.mjs`], quiet),
  'lock file': () => run(process.execPath, [`${root}/scripts/check-lock.mjs`], quiet),
  'unused code': () => runTool('knip', [], quiet),
}

endOnSignals()
await ensureInstalled()

const startedAt = Date.now()
const results = await Promise.all(Object.entries(CHECKS).map(async ([name, check]) => ({ name, ...(await check()) })))
for (const { name, code, output } of results) {
  if (code === 0) console.log(`✓ ${name}`)
  else console.log(`✗ ${name}\n${output.trimEnd()}`)
}
const failed = results.filter(({ code }) => code !== 0).length
console.log(
  `${results.length - failed} of ${results.length} checks passed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
)
process.exit(failed === 0 ? 0 : 1)
