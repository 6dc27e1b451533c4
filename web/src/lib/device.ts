// A token that survives sign-outs, so the next sign-in does not count as one from a new device.
import { readStored, writeStored } from './storage.ts'

const DEVICE_KEY = 'device_token'

/** The fields that a sign-in sends. Empty in a new browser. */
export function deviceFields(): { device_token?: string } {
  const device_token = readStored(DEVICE_KEY)
  return device_token === null ? {} : { device_token }
}

export const saveDeviceToken = (token: string): void => {
  writeStored(DEVICE_KEY, token)
}
