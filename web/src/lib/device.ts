// What this browser keeps across sign-outs, so that the next sign-in here is not announced as one from a new device.
import { readStored, writeStored } from './storage.ts'

const DEVICE_KEY = 'device_token'

export const deviceToken = (): string | null => readStored(DEVICE_KEY)

export const saveDeviceToken = (token: string): void => {
  writeStored(DEVICE_KEY, token)
}
