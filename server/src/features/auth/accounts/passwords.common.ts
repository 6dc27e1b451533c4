import { invalid } from '../../../base/errors.ts'

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
