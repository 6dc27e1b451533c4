// Cells that a spreadsheet would run as a formula have an apostrophe in front, which an import takes away again.

/** How a formula begins, in full width too. After apostrophes it is a text that looks like a guarded one. */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

export const unguarded = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)
