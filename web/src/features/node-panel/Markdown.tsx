import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'

/** Markdown that anybody may have written: only harmless elements, links that open apart, no pictures from elsewhere. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="prose **:[unicode-bidi:plaintext]">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        components={{
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
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
