// Reliability drills that take too long for the tests. They test the built product over HTTP and with signals.
//   npm run drills                   all of them
//   npm run drills -- kill subtree   some of them
import { claimsDrill } from './claims.mjs'
import { failed } from './drill.mjs'
import { failoverDrill } from './failover.mjs'
import { freezeDrill } from './freeze.mjs'
import { killDrill } from './kill.mjs'
import { limitsDrill } from './limits.mjs'
import { pauseDrill } from './pause.mjs'
import { postgresRestartDrill } from './postgresRestart.mjs'
import { restartDrill } from './restart.mjs'
import { revocationDrill } from './revocation.mjs'
import { serverKillDrill } from './serverKill.mjs'
import { serverPauseDrill } from './serverPause.mjs'
import { serversDrill } from './servers.mjs'
import { slowDrill } from './slow.mjs'
import { stopDrill } from './stop.mjs'
import { subtreeDrill } from './subtree.mjs'
import { syncDrill } from './sync.mjs'

const DRILLS = {
  kill: killDrill,
  claims: claimsDrill,
  stop: stopDrill,
  restart: restartDrill,
  subtree: subtreeDrill,
  sync: syncDrill,
  slow: slowDrill,
  'postgres-restart': postgresRestartDrill,
  failover: failoverDrill,
  pause: pauseDrill,
  servers: serversDrill,
  'server-kill': serverKillDrill,
  'server-pause': serverPauseDrill,
  revocation: revocationDrill,
  limits: limitsDrill,
  freeze: freezeDrill,
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(DRILLS)
const unknown = wanted.filter((name) => !(name in DRILLS))
if (unknown.length > 0) {
  process.stderr.write(`drills: unknown drill ${unknown.join(', ')}. Available: ${Object.keys(DRILLS).join(', ')}.\n`)
  process.exit(2)
}
// Each PostgreSQL adds a listener for the end of this process.
process.setMaxListeners(0)
for (const name of wanted) await DRILLS[name]()
process.exitCode = failed() ? 1 : 0
