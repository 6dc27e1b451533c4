// `npm run restore -- FILE [--force]`: restores a backup while no server runs.
import { countFiles, runProgram } from './backup/cli.ts'
import { restoreBackup } from './backup/restore.ts'
import { parseConfig } from './base/config.ts'

runProgram('Usage: npm run restore -- FILE [--force]', async ({ path, force }) => {
  const { manifest, kept, tokens, damaged } = await restoreBackup(parseConfig(process.env), path, { force })
  const { files, created_at, missing } = manifest
  process.stdout.write(`Restored the database and ${countFiles(files)} from the backup of ${created_at}.\n`)
  if (kept) process.stdout.write(`The previous database was saved as ${kept}.\n`)
  process.stdout.write('Everyone has to sign in again; links that were mailed before no longer work.\n')
  for (const [fate, list] of Object.entries({ 'still works': tokens.kept, 'was revoked': tokens.revoked }))
    for (const { name, prefix, email } of list)
      process.stdout.write(`The API token "${name}" (${prefix}…) of ${email} ${fate}.\n`)
  if (missing.length > 0)
    process.stdout.write(`Already missing when the backup was taken: ${countFiles(missing.length)}.\n`)
  if (damaged.length > 0)
    process.stdout.write(
      `Already damaged when the backup was taken, and not restored: ${countFiles(damaged.length)}.\n`,
    )
})
