// Formats numbers in the same locale as dates.
import { LOCALE } from './relativeTime.ts'

const NUMBER = new Intl.NumberFormat(LOCALE)

/** '12,345' */
export const formatNumber = (value: number): string => NUMBER.format(value)

/** '1 node', '12,345 nodes' */
export const counted = (value: number, noun: string): string =>
  `${formatNumber(value)} ${value === 1 ? noun : `${noun}s`}`
