// Search works on tokens that the application makes, so that both databases find the same.

const TOKENS_MAX = 12

/** Lower-cased words of letters and digits without accents: 'Überblick, v2.5' gives ['uberblick', 'v2', '5']. */
export const searchTokens = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** What is stored beside a row to be found by. */
export const searchText = (...texts: (string | null | undefined)[]): string =>
  [...new Set(searchTokens(texts.filter(Boolean).join(' ')))].join(' ')

/** The tokens of a query, at most 12; the last words a person types may be unfinished, so each matches as a prefix. */
export const queryTokens = (query: string): string[] => [...new Set(searchTokens(query))].slice(0, TOKENS_MAX)
