import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../base/errors.ts'
import { makeFolder } from '../base/folder.ts'
import { newSecret } from '../base/ids.ts'

const SECRET_FILE = 'secret'
const ONLY_OWNER = 0o600

export const secretFile = (dataDir: string): string => join(dataDir, SECRET_FILE)

/**
 * The server's secret when `CAIRN_SECRET` is not set: created on the first start and stored in the data folder,
 * readable only by its owner. Throws `OperatorError` if it cannot be read or written.
 */
export function loadOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  try {
    makeFolder(dataDir)
    writeFileSync(file, `${newSecret()}\n`, { mode: ONLY_OWNER, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new OperatorError(`Cannot write the secret in ${dataDir}: ${(error as Error).message}`)
  }
  const secret = readSecret(file).trim()
  if (secret.length < 32) throw new OperatorError(`The file ${file} is too short to be a secret.`)
  return secret
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorError(`Cannot read the secret: ${(error as Error).message}`)
  }
}
