import { hash, verify } from '@node-rs/argon2'

/** The library's name for it is a const enum, which does not exist at run time. */
const ARGON2ID = 2
/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const ARGON = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** The stored value for an account that cannot sign in. */
export const NO_PASSWORD = '!'

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON)

let decoy: Promise<string> | undefined

/** Takes as long for an unknown account (`null`) as for a known one, so the duration reveals nothing. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that no one has')
  const known = stored !== null && stored !== NO_PASSWORD
  const matches = await verify(known ? stored : await decoy, password)
  return known && matches
}
