// Shared code of the programs `backup` and `restore`.
import { resolve } from 'node:path'
import { OperatorError } from '../base/errors.ts'
import { makeFilesPrivate } from '../base/folder.ts'

/** Runs the program; an `OperatorError` is one line and exit code 1. */
export function runProgram(main: (args: string[]) => Promise<void>): void {
  makeFilesPrivate()
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof OperatorError ? error.message : (error as Error).stack}\n`)
    process.exitCode = 1
  })
}

/** npm runs its scripts in the folder of package.json; `INIT_CWD` is where the person is. */
export const pathFromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)

export const countFiles = (count: number): string => (count === 1 ? '1 file' : `${count} files`)
