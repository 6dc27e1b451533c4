// `npm run backup -- FILE`: writes a backup of everything, also while the server runs.
import { statSync } from 'node:fs'
import { countFiles, runProgram } from './backup/cli.ts'
import { createBackup } from './backup/create.ts'
import { parseConfig } from './base/config.ts'
import { MEGABYTE } from './base/units.ts'

runProgram('Usage: npm run backup -- FILE', async ({ path }) => {
  const { files, missing, damaged } = await createBackup(parseConfig(process.env), path)
  const size = (statSync(path).size / MEGABYTE).toFixed(1)
  process.stdout.write(`Wrote the database and ${countFiles(files)} to ${path} (${size} MB).\n`)
  const problems = {
    'Missing from the file store and not in the backup': missing,
    'Damaged in the file store, and in the backup as they are': damaged,
  }
  for (const [problem, keys] of Object.entries(problems)) {
    if (keys.length === 0) continue
    process.stderr.write(`${problem}: ${countFiles(keys.length)}.\n${keys.join('\n')}\n`)
    process.exitCode = 1
  }
})
