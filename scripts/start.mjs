// `npm start`, `npm run backup`, `npm run restore`: installs and builds if needed, then runs a program of the server in
// this process, so that signals and exit codes are its own. Until then it uses only Node's own modules.
import './node-version.mjs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [program = 'main', ...args] = process.argv.slice(2)

const { endOnSignals, root } = await import('./run.mjs')
const { ensureInstalled } = await import('./install.mjs')
const { ensureBuilt } = await import('./build.mjs')

const release = endOnSignals()
await ensureInstalled()
await ensureBuilt()
release()

const file = path.join(root, 'server/dist', `${program}.js`)
// The program sees the arguments as if it had been started directly.
process.argv = [process.execPath, file, ...args]
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(file).href)
