// `npm run restore -- FILE [--force]`: puts a backup in place while no server runs.
import { resolve } from 'node:path'
import { restoreBackup } from './archive/restore.ts'
import { parseConfig } from './config.ts'
import { StartRefused } from './core/errors.ts'

async function main(args: string[]): Promise<void> {
  const [source] = args.filter((arg) => arg !== '--force')
  if (!source) throw new StartRefused('Usage: npm run restore -- FILE [--force]')
  const config = parseConfig(process.env)
  const path = resolve(process.env.INIT_CWD ?? '.', source)
  const { manifest, kept } = await restoreBackup(config, path, { force: args.includes('--force') })
  process.stdout.write(`Restored the database and ${manifest.files} files as they were at ${manifest.created_at}.\n`)
  if (kept) process.stdout.write(`The database that was there before is kept as ${kept}.\n`)
  if (manifest.missing.length > 0)
    process.stdout.write(`${manifest.missing.length} files were missing already when the backup was taken.\n`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartRefused ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
})
