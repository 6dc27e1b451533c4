import type { Mention } from '@cairn/contract/api/logs'
import { nameMentions } from '@cairn/contract/rules/mentions'
import { memo, Suspense } from 'react'
import { isCostlyMarkdown } from '../../lib/costlyMarkdown.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { FallbackBoundary } from '../../ui/FallbackBoundary.tsx'

/** Larger than the rest of the panel, so it loads beside it. */
export const Markdown = lazyPart<'Markdown', Props>(
  () => import('./Markdown.tsx').catch(() => ({ Markdown: PlainText })),
  'Markdown',
)

interface Props {
  text: string
  /** Renders a single line with emphasis, code and links only, so that it can be a label. */
  inline?: boolean
  /** The people whom the text mentions. */
  mentions?: readonly Mention[]
}

/** The source text: shown while the renderer loads, if it fails, and for text without Markdown. */
function PlainText({ text, inline = false, mentions = [] }: Props) {
  const Tag = inline ? 'span' : 'p'
  return (
    <Tag dir="auto" className="whitespace-pre-wrap break-words">
      {nameMentions(text, (userId) => mentions.find(({ id }) => id === userId)?.name)}
    </Tag>
  )
}

/** Matches Markdown syntax, links, lists, or more than one paragraph. */
const MARKUP = /[*_`~#>|[\]<&\\@]|^\s*([-+]|\d+[.)])\s|https?:|www\.|^ {4}|\n\s*\n/m

/** Renders text that may be Markdown. Not again for the same text: that is most of the work of long lists of entries. */
export const MarkdownText = memo(function MarkdownText(props: Props) {
  const plain = <PlainText {...props} />
  if (!MARKUP.test(props.text) || isCostlyMarkdown(props.text)) return plain
  return (
    <FallbackBoundary key={props.text} fallback={plain}>
      <Suspense fallback={plain}>
        <Markdown {...props} />
      </Suspense>
    </FallbackBoundary>
  )
})
