// `npm run bench` and `npm run drills`: builds, then runs the script named by the first argument with the other arguments.
import './node-version.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { endOnSignals, run } from './run.mjs'

endOnSignals()
await ensureInstalled()
await ensureBuilt()
const { code } = await run(process.execPath, process.argv.slice(2))
process.exit(code)
