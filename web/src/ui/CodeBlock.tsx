import { Check, Copy } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { useCopy } from './useCopy.ts'

/** Text to paste elsewhere, with a button that copies it. */
export function CodeBlock({ title, code }: { title: string; code: string }) {
  const { copied, copy } = useCopy({ failure: 'Failed to copy to clipboard' })
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="flex items-center justify-between gap-2 font-medium text-13">
        {title}
        <IconButton
          size="sm"
          label={copied ? 'Copied' : `Copy: ${title}`}
          icon={copied ? <Check size={15} aria-hidden className="text-done-ink" /> : <Copy size={15} aria-hidden />}
          onClick={() => copy(code)}
        />
      </figcaption>
      <pre className="whitespace-pre-wrap wrap-anywhere rounded-6 border border-line bg-sunken px-3 py-2.5 font-mono text-12">
        {code}
      </pre>
    </figure>
  )
}
