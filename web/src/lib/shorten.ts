/** At most so many characters of a text, with an ellipsis where it was cut. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text
