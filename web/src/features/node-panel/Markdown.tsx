import type { Mention } from '@cairn/contract/api/logs'
import { mentionParts } from '@cairn/contract/rules/mentions'
import ReactMarkdown, { type Components } from 'react-markdown'
import { Link } from 'react-router'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'

/** The path of a link to a page of this app, which opens in the same tab; null for others. */
function pageOf(href: string): string | null {
  const { origin, href: here } = window.location
  const url = URL.canParse(href, here) ? new URL(href, here) : null
  return url?.origin === origin && url.pathname.startsWith('/plans') ? url.pathname + url.search + url.hash : null
}

const components: Components = {
  // A link whose URL was removed is shown as text.
  a: ({ href, children }) => {
    if (!href) return <span>{children}</span>
    const page = pageOf(href)
    if (page !== null) return <Link to={page}>{children}</Link>
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  },
  // An image from another server would reveal the reader to it. The content security policy blocks it anyway.
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
      {alt || 'Image'}
    </a>
  ),
  input: ({ checked }) => <input type="checkbox" disabled checked={checked} aria-label={checked ? 'Done' : 'Open'} />,
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <div tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
}

const inlineComponents: Components = { ...components, p: ({ children }) => children }
const BLOCKS = 'blockQuote codeFenced codeIndented definition headingAtx htmlFlow list setextUnderline thematicBreak'

/** A remark plugin that treats block syntax as text. */
function inlineOnly(this: { data: () => object }) {
  const data: { micromarkExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: BLOCKS.split(' ') } }]
}

interface HastNode {
  type: string
  tagName?: string
  value?: string
  properties?: object
  children?: HastNode[]
}

/** A rehype plugin that shows mentions by name, except in code. Mentions of unknown people stay text. */
function nameMentions({ mentions }: { mentions: readonly Mention[] }) {
  const names = new Map(mentions.map(({ id, name }) => [id, name]))
  const show = (node: HastNode): HastNode[] => {
    if (node.type !== 'text' || !node.value?.includes('<@')) return [walk(node)]
    return mentionParts(node.value).map((part) => {
      const name = 'userId' in part ? names.get(part.userId) : undefined
      const text = { type: 'text', value: name === undefined ? part.text : `@${name}` }
      return name === undefined
        ? text
        : { type: 'element', tagName: 'span', properties: { className: 'mention' }, children: [text] }
    })
  }
  const walk = (node: HastNode): HastNode => {
    if (node.children && node.tagName !== 'code') node.children = node.children.flatMap(show)
    return node
  }
  return walk
}

interface Props {
  text: string
  inline?: boolean
  /** The people whom the text mentions. */
  mentions?: readonly Mention[]
}

/** Renders untrusted Markdown: only safe elements, links open in a new tab, no external images. */
export function Markdown({ text, inline = false, mentions = [] }: Props) {
  if (inline)
    return (
      <span dir="auto" className="prose">
        <ReactMarkdown
          remarkPlugins={[remarkGfm, inlineOnly]}
          rehypePlugins={[rehypeSanitize]}
          components={inlineComponents}
        >
          {text}
        </ReactMarkdown>
      </span>
    )
  return (
    <div className="prose">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize, [nameMentions, { mentions }]]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
