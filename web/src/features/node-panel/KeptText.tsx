import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCopy } from '../../ui/useCopy.ts'

/** What someone had typed when they lost the right to add it, so that they can copy it. */
export function KeptText({ text }: { text: string }) {
  const { copied, copy } = useCopy({ failure: 'Failed to copy text to clipboard' })
  if (text.trim() === '') return null
  return (
    <section
      aria-label="Your unsaved text"
      className="flex shrink-0 flex-col items-start gap-2 border-line border-t px-4 py-3"
    >
      <Notice>You can no longer write here. This is what you typed:</Notice>
      <p className="max-h-32 w-full overflow-y-auto whitespace-pre-wrap break-words text-13">{text}</p>
      <Button size="sm" onClick={() => void copy(text)}>
        {copied ? 'Copied' : 'Copy text'}
      </Button>
    </section>
  )
}
