// Whether this browser has seen the tour (point 4: finishing sets completed, skipping or closing sets skipped).
import { readStored, writeStored } from '../../lib/storage.ts'

const KEY = { completed: 'tour_completed', skipped: 'tour_skipped' } as const

export const hasSeenTour = (): boolean => Object.values(KEY).some((key) => readStored(key) !== null)

export const rememberTour = (end: keyof typeof KEY): void => {
  writeStored(KEY[end], 'true')
}
