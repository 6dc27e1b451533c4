// `npm run backup -- FILE`: writes a backup of everything, also while the server runs.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { takeBackup } from './archive/take.ts'
import { parseConfig } from './config.ts'
import { StartRefused } from './core/errors.ts'

const MEGABYTE = 1024 * 1024

async function main([target]: string[]): Promise<void> {
  if (!target) throw new StartRefused('Usage: npm run backup -- FILE')
  // npm runs its scripts in the folder of package.json; INIT_CWD is where the person is.
  const path = resolve(process.env.INIT_CWD ?? '.', target)
  const { files, missing } = await takeBackup(parseConfig(process.env), path)
  const size = (statSync(path).size / MEGABYTE).toFixed(1)
  process.stdout.write(`Wrote the database and ${files} files to ${path} (${size} MB).\n`)
  if (missing.length === 0) return
  process.stderr.write(`${missing.length} files were missing from the store, so they are not in the backup:\n`)
  process.stderr.write(`${missing.join('\n')}\n`)
  process.exitCode = 1
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartRefused ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
})
