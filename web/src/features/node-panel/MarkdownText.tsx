import { lazy, Suspense } from 'react'

// Markdown is larger than the rest of the panel together; it comes when there is some to draw.
const Markdown = lazy(() =>
  import('./Markdown.tsx').then(
    (module) => ({ default: module.Markdown }),
    () => ({ default: PlainText }),
  ),
)

interface Props {
  text: string
  /** A single line: emphasis, code and links alone, so that it can be a label. */
  inline?: boolean
}

/** The text as it was written: while the code that draws Markdown loads, when it cannot be loaded, and where there is none. */
function PlainText({ text, inline = false }: Props) {
  const Tag = inline ? 'span' : 'p'
  return (
    <Tag dir="auto" className="whitespace-pre-wrap break-words">
      {text}
    </Tag>
  )
}

/** Marks, links, lists, or more than one paragraph. */
const MARKUP = /[*_`~#>|[\]<&\\@]|^\s*([-+]|\d+[.)])\s|https?:|www\.|^ {4}|\n\s*\n/m

/** A text that may be Markdown, as people and agents wrote it. */
export function MarkdownText(props: Props) {
  if (!MARKUP.test(props.text)) return <PlainText {...props} />
  return (
    <Suspense fallback={<PlainText {...props} />}>
      <Markdown {...props} />
    </Suspense>
  )
}
