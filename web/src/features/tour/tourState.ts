// Remembers in this browser that the tour was completed or skipped.
import { readStored, writeStored } from '../../lib/storage.ts'

const KEY = { completed: 'tour_completed', skipped: 'tour_skipped' } as const

export const hasSeenTour = (): boolean => Object.values(KEY).some((key) => readStored(key) !== null)

export const rememberTour = (end: keyof typeof KEY): void => {
  writeStored(KEY[end], 'true')
}
