import { formatNumber } from './numbers.ts'

/** Says that a text is too long to be saved, or undefined. Fields take longer texts, so nothing pasted is cut. */
export const tooLong = (text: string, max: number): string | undefined =>
  text.length > max ? `${formatNumber(text.length)} characters, the limit is ${formatNumber(max)}` : undefined
