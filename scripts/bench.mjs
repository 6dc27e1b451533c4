// `npm run bench`: the measurements, on a fresh build. Arguments go to bench/run.mjs.
import './node-version.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { endOnSignals, run } from './run.mjs'

endOnSignals()
await ensureInstalled()
await ensureBuilt()
const { code } = await run(process.execPath, ['bench/run.mjs', ...process.argv.slice(2)])
process.exit(code)
