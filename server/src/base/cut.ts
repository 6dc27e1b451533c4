/** The first characters of a text, without half of a surrogate pair: PostgreSQL refuses JSON that contains one. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
