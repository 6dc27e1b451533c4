import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { FileX2, RotateCw, Upload as UploadIcon, X } from 'lucide-react'
import { type DragEvent, type Ref, useRef, useState } from 'react'
import { type Upload, useUploads } from '../../actions/uploads.ts'
import { artifactsQuery } from '../../data/artifacts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { FileRow } from './FileRow.tsx'
import { NothingYet, TabBody } from './TabBody.tsx'

interface Props {
  planId: string
  nodeId: string
  role: PlanRole
}

/** Files and links of the node. Files are added by button or drag and drop here, and by paste anywhere in the panel. */
export function FilesTab({ planId, nodeId, role }: Props) {
  const { uploads, add, retry, cancel } = useUploads(planId, nodeId)
  const artifacts = useQuery(artifactsQuery(planId, nodeId))
  const canEdit = can(role, 'plan.edit')
  const { isOver, handlers } = useFileDrop(canEdit, add)
  const addButton = useRef<HTMLButtonElement>(null)
  const isEmpty = artifacts.data?.length === 0 && uploads.length === 0
  return (
    <section aria-label="Files" {...handlers} className="relative flex min-h-0 flex-1 flex-col">
      {canEdit && <AddFiles button={addButton} onAdd={add} />}
      <TabBody query={artifacts} failure="Failed to load files">
        {isEmpty && <NothingYet icon={<FileX2 size={18} />}>No files uploaded yet.</NothingYet>}
        <ul className="flex flex-col gap-1">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => retry(upload.id)}
              onCancel={() => {
                // The row and its button are about to be removed.
                addButton.current?.focus()
                cancel(upload.id)
              }}
            />
          ))}
          {artifacts.data?.map((artifact) => (
            <FileRow key={artifact.id} planId={planId} artifact={artifact} canEdit={canEdit} />
          ))}
        </ul>
      </TabBody>
      {isOver && (
        <div className="pointer-events-none absolute inset-2 flex animate-fade items-center justify-center rounded-10 border-2 border-accent border-dashed bg-accent-soft font-medium text-accent-ink">
          Drop to upload
        </div>
      )}
    </section>
  )
}

interface AddProps {
  button: Ref<HTMLButtonElement>
  onAdd: (files: Iterable<File>) => void
}

function AddFiles({ button, onAdd }: AddProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center gap-3 px-4 pt-3">
      <Button ref={button} size="sm" icon={<UploadIcon size={15} aria-hidden />} onClick={() => input.current?.click()}>
        Upload files
      </Button>
      <span className="text-12 text-muted pointer-coarse:hidden">or drop or paste files here</span>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Upload files"
        className="hidden"
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])])
          // Without this, choosing the same file again fires no event.
          target.value = ''
        }}
      />
    </div>
  )
}

interface UploadProps {
  upload: Upload
  onRetry: () => void
  onCancel: () => void
}

function UploadRow({ upload, onRetry, onCancel }: UploadProps) {
  const stop = useRef<HTMLButtonElement>(null)
  const retry = () => {
    // The button disappears while the upload is retried.
    stop.current?.focus()
    onRetry()
  }
  return (
    <li className="-mx-2 flex items-center gap-3 rounded-6 px-2 py-2">
      <span
        aria-hidden
        className="inline-flex size-10 shrink-0 items-center justify-center rounded-6 bg-idle-soft text-muted"
      >
        <UploadIcon size={18} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <span className="truncate text-13">{upload.name}</span>
        {upload.error === null ? (
          <span className="flex items-center gap-2.5 text-12 text-muted tabular-nums">
            <ProgressBar label={`Uploading ${upload.name}`} value={upload.percent} className="flex-1" />
            <span className="min-w-8 text-right">{upload.state === 'waiting' ? 'Waiting' : `${upload.percent}%`}</span>
          </span>
        ) : (
          <span role="alert" className="text-12 text-blocked-ink">
            {upload.error}
          </span>
        )}
      </div>
      {upload.error !== null && upload.canRetry && (
        <IconButton size="sm" label="Try again" icon={<RotateCw size={15} aria-hidden />} onClick={retry} />
      )}
      <IconButton
        ref={stop}
        size="sm"
        label={upload.error === null ? `Cancel upload of ${upload.name}` : 'Dismiss'}
        icon={<X size={15} aria-hidden />}
        onClick={onCancel}
      />
    </li>
  )
}

export const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

function useFileDrop(isEnabled: boolean, onFiles: (files: Iterable<File>) => void) {
  // `dragenter` on a child comes before `dragleave` on its parent, so both are counted.
  const depth = useRef(0)
  const [isOver, setOver] = useState(false)
  if (!isEnabled) return { isOver: false, handlers: {} }
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (!carriesFiles(event)) return
        depth.current += 1
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!carriesFiles(event)) return
        depth.current -= 1
        if (depth.current === 0) setOver(false)
      },
      onDragOver: (event: DragEvent) => carriesFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
