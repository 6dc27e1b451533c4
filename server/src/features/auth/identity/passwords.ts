import { hash, verify } from '@node-rs/argon2'
import { invalid } from '../../../base/errors.ts'
import { TaskQueue } from '../../../base/task-queue.ts'

/** The library's name for it is a const enum, which does not exist at run time. */
const ARGON2ID = 2
/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const ARGON = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** The stored value for an account that cannot sign in. */
export const NO_PASSWORD = '!'

/** Half of libuv's four threads: files and addresses of other hosts need the others. */
const AT_ONCE_MAX = 2
const hashing = new TaskQueue(AT_ONCE_MAX)

export const hashPassword = (password: string): Promise<string> => hashing.run(() => hash(password, ARGON))

let decoy: Promise<string> | undefined

/** Takes as long for an unknown account (`null`) as for a known one, so the duration reveals nothing. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that no one has')
  const known = stored !== null && stored !== NO_PASSWORD
  const compared = known ? stored : await decoy
  const matches = await hashing.run(() => verify(compared, password))
  return known && matches
}

let list: Promise<ReadonlySet<string>> | undefined

/** Passwords that attackers try first, in lower case. Loaded with the first new password, so no start waits for it. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return list
}

/** 400 that names the field, for a leaked password in any case. */
export async function refuseCommonPassword(field: string, password: string): Promise<void> {
  if ((await commonPasswords()).has(password.toLowerCase()))
    throw invalid(field, 'This password is too common. Choose a different one.')
}
