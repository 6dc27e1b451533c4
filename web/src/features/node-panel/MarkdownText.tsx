import { lazy, Suspense } from 'react'

// Markdown is larger than the rest of the panel together; it comes when there is some to draw.
const Markdown = lazy(() =>
  import('./Markdown.tsx').then(
    (module) => ({ default: module.Markdown }),
    () => ({ default: PlainText }),
  ),
)

/** The text as it was written: while the code that draws Markdown loads, when it cannot be loaded, and where there is none. */
function PlainText({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap break-words">
      {text}
    </p>
  )
}

/** Marks, links, lists, or more than one paragraph. */
const MARKUP = /[*_`~#>|[\]<&\\@]|^\s*([-+]|\d+[.)])\s|https?:|www\.|^ {4}|\n\s*\n/m

/** A text that may be Markdown, as people and agents wrote it. */
export function MarkdownText({ text }: { text: string }) {
  if (!MARKUP.test(text)) return <PlainText text={text} />
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <Markdown text={text} />
    </Suspense>
  )
}
