// `npm run dev`: the server with reload and the web app with hot replacement, in one terminal.
import './node-version.mjs'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'
import { endOnSignals, must, root, run, runCompiler, runTool } from './run.mjs'

endOnSignals()
await ensureInstalled()
await must('Compiling the server', runCompiler(['-b', 'contract', 'server'], { quiet: true }))

const programs = [
  runCompiler(['-b', '-w', '--preserveWatchOutput', 'contract', 'server']),
  run(process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', 'server/build/main.js']),
  runTool('vite', ['--clearScreen', 'false'], { cwd: path.join(root, 'web') }),
]
const { code } = await Promise.race(programs)
process.exit(code)
