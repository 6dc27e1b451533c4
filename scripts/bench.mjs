// `npm run bench` and `npm run drills`: runs the script that the first argument names on a fresh build; it gets the rest.
import './node-version.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { endOnSignals, run } from './run.mjs'

endOnSignals()
await ensureInstalled()
await ensureBuilt()
const { code } = await run(process.execPath, process.argv.slice(2))
process.exit(code)
