import type { Artifact } from '@cairn/contract/api/artifacts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { fileContentQuery } from '../../data/artifacts.ts'
import { messageOf } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MarkdownText } from './MarkdownText.tsx'
import type { PreviewKind } from './previewKind.ts'

const CsvTable = lazyPart(() => import('./CsvTable.tsx'), 'CsvTable')

interface Props {
  artifact: Artifact
  kind: PreviewKind
  onClose: () => void
}

/** The preview of a file that the browser can show. */
export function FilePreview({ artifact, kind, onClose }: Props) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={artifact.name} width="lg">
      {kind === 'picture' ? (
        <img
          src={artifact.download_url}
          alt={artifact.name}
          className="max-h-[60dvh] w-full rounded-6 bg-sunken object-contain"
        />
      ) : (
        <Content artifact={artifact} kind={kind} />
      )}
      <DialogFooter>
        <Button asChild>
          <a href={artifact.download_url} download={artifact.name}>
            <Download size={16} aria-hidden />
            Download
          </a>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Content({ artifact, kind }: { artifact: Artifact; kind: Exclude<PreviewKind, 'picture'> }) {
  const { data: file, error, refetch } = useQuery(fileContentQuery(artifact))
  if (error)
    return (
      <Notice look="error">
        <p>{messageOf(error, 'Failed to read file')}</p>
        <Button size="sm" className="mt-2" onClick={() => refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (!file) return <Skeleton className="h-40 w-full shrink-0" />
  return kind === 'pdf' ? <Pdf file={file} name={artifact.name} /> : <Text file={file} kind={kind} />
}

function Text({ file, kind }: { file: Blob; kind: 'markdown' | 'table' | 'text' }) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    void file.text().then((read) => !isGone && setText(read))
    return () => {
      isGone = true
    }
  }, [file])
  if (text === null) return <Skeleton className="h-40 w-full shrink-0" />
  if (text.trim() === '') return <p className="py-8 text-center text-13 text-muted">This file is empty</p>
  if (kind === 'markdown') return <MarkdownText text={text} />
  if (kind === 'table') return <CsvTable text={text} />
  return (
    <Scroller label="Text">
      <pre className="w-max min-w-full font-mono text-12">{text}</pre>
    </Scroller>
  )
}

/** A focusable region that scrolls sideways, so that long lines are not wrapped. */
function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="shrink-0 overflow-x-auto rounded-6 bg-idle-soft px-3 py-2">
      {children}
    </section>
  )
}

/** The browser's PDF viewer. Forces the PDF type, so that no other content runs. */
function Pdf({ file, name }: { file: Blob; name: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!navigator.pdfViewerEnabled)
    return <p className="py-8 text-center text-13 text-muted">Your browser can’t show PDF files here</p>
  return url && <iframe src={url} title={name} className="h-[60dvh] w-full shrink-0 rounded-6 border border-line" />
}
