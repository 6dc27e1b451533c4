// Shared code of the programs `backup` and `restore`.
import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { OperatorError } from '../base/errors.ts'
import { makeFilesPrivate } from '../base/folder.ts'
import { explain } from '../base/operator-errors.ts'

export interface Args {
  /** The absolute path of the backup. */
  path: string
  force: boolean
}

/** Runs the program with its arguments, one FILE and `--force` where it is allowed; errors end with exit code 1. */
export function runProgram(usage: string, main: (args: Args) => Promise<void>): void {
  makeFilesPrivate()
  // Copies of the database are removed when the process exits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const run = async () => {
    const args = read(process.argv.slice(2), usage)
    if (args) await main(args)
    else process.stdout.write(`${usage}\n`)
  }
  run().catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  })
}

type ParseArgsOptions = NonNullable<ParseArgsConfig['options']>

/** Null if only the usage is asked for. */
function read(args: string[], usage: string): Args | null {
  const help = { type: 'boolean', short: 'h' } as const
  const options: ParseArgsOptions = usage.includes('--force') ? { help, force: { type: 'boolean' } } : { help }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.help) return null
    const [path, ...more] = positionals
    if (path && more.length === 0) return { path: pathFromCaller(path), force: values.force === true }
  } catch (error) {
    throw new OperatorError(`${(error as Error).message.split('. ', 1)[0]}. ${usage}`)
  }
  throw new OperatorError(usage)
}

/** npm runs its scripts in the folder of package.json; `INIT_CWD` is where the person is. */
const pathFromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)

export const countFiles = (count: number): string => (count === 1 ? '1 file' : `${count} files`)
