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
      {alt || 'Picture'}
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

/** Markdown that anybody may have written: only harmless elements, links that open apart, no pictures from elsewhere. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="prose **:[unicode-bidi:plaintext]">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}
