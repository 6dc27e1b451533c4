import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'

const components: Components = {
  // An address that was taken out leaves no link.
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // A picture from another server would tell it who reads this; the page's policy refuses it anyway.
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
      {alt || 'Image'}
    </a>
  ),
  input: ({ checked }) => <input type="checkbox" disabled checked={checked} aria-label={checked ? 'Done' : 'Open'} />,
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <div tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
}

const inlineComponents: Components = { ...components, p: ({ children }) => children }
const BLOCKS = 'blockQuote codeFenced codeIndented definition headingAtx htmlFlow list setextUnderline thematicBreak'

/** A plugin of remark: what would begin a block is text. */
function inlineOnly(this: { data: () => object }) {
  const data: { micromarkExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: BLOCKS.split(' ') } }]
}

/** Markdown that anyone may have written: only harmless elements, links that open apart, no images from elsewhere. */
export function Markdown({ text, inline = false }: { text: string; inline?: boolean }) {
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
    <div className="prose **:[unicode-bidi:plaintext]">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}
