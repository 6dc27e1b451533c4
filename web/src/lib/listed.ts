import { LOCALE } from './relativeTime.ts'

const LIST = new Intl.ListFormat(LOCALE)

/** 'Ana, Ben, and Cleo' */
export const listed = (names: readonly string[]): string => LIST.format(names)
