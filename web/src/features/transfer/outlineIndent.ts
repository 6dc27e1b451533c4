// Indents the selected lines of a text field.
const STEP = '  '

export interface Lines {
  text: string
  /** The range that `text` replaces. */
  from: number
  to: number
  /** The selection afterwards. */
  start: number
  end: number
}

/** The selected lines, indented or outdented by one level. */
export function indentLines(value: string, start: number, end: number, isOut: boolean): Lines {
  const from = value.lastIndexOf('\n', start - 1) + 1
  // A selection that ends before the first character of a line does not include it.
  const last = end > start && value[end - 1] === '\n' ? end - 1 : end
  const next = value.indexOf('\n', last)
  const to = next === -1 ? value.length : next
  const lines = value.slice(from, to).split('\n')
  const changed = lines.map((line) =>
    isOut ? line.replace(/^( {1,2}|\t)/, '') : line === '' && lines.length > 1 ? line : STEP + line,
  )
  const text = changed.join('\n')
  const first = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0)
  return {
    text,
    from,
    to,
    start: Math.max(from, start + first),
    end: Math.max(from, end + text.length - (to - from)),
  }
}

/** Replaces a range as if it were typed, so that the browser's own undo takes it back. */
export function replaceRange(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus()
  field.setSelectionRange(from, to)
  const isTyped = text === '' ? document.execCommand?.('delete') : document.execCommand?.('insertText', false, text)
  if (isTyped) return
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
