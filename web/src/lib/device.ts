// What this browser keeps across sign-outs, so that the next sign-in here is not announced as one from a new device.
import { readStored, writeStored } from './storage.ts'

const DEVICE_KEY = 'device_token'

/** What a sign-in sends of it: nothing the first time. */
export function deviceFields(): { device_token?: string } {
  const device_token = readStored(DEVICE_KEY)
  return device_token === null ? {} : { device_token }
}

export const saveDeviceToken = (token: string): void => {
  writeStored(DEVICE_KEY, token)
}
