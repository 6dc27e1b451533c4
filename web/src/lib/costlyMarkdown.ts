/** Rendering takes time in the square of these in a paragraph: emphasis, footnotes and underlines of headings. */
const SIGNS = /[*_~]+|\[\^|^ {0,3}(?:=+|-+)[ \t]*$/gm
/** The most of their squares. Rendering then takes about 50 ms. */
const COST_MAX = 400_000
/** Quotes and lists inside each other on one line. Thousands of them overflow the stack. */
const DEEP = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){60}/m

/** Whether a text would take so long to render as Markdown, or so much stack, that it can only be meant to. */
export function isCostlyMarkdown(text: string): boolean {
  if (DEEP.test(text)) return true
  let cost = 0
  for (const paragraph of text.split(/\n[ \t]*\n/)) cost += (paragraph.match(SIGNS)?.length ?? 0) ** 2
  return cost > COST_MAX
}
