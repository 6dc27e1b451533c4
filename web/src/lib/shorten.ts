/** Cuts a text to `max` characters, including an ellipsis. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text
