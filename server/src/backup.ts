// `npm run backup -- FILE`: writes a backup of everything, also while the server runs.
import { statSync } from 'node:fs'
import { countFiles, runProgram } from './backup/cli.ts'
import { createBackup } from './backup/create.ts'
import { parseConfig } from './base/config.ts'
import { MEGABYTE } from './base/units.ts'

runProgram('Usage: npm run backup -- FILE', async ({ path }) => {
  const { files, missing } = await createBackup(parseConfig(process.env), path)
  const size = (statSync(path).size / MEGABYTE).toFixed(1)
  process.stdout.write(`Wrote the database and ${countFiles(files)} to ${path} (${size} MB).\n`)
  if (missing.length === 0) return
  process.stderr.write(`Missing from the file store and not in the backup: ${countFiles(missing.length)}.\n`)
  process.stderr.write(`${missing.join('\n')}\n`)
  process.exitCode = 1
})
