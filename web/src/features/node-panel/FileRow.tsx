import type { Artifact } from '@cairn/contract/api/artifacts'
import { TRASH_DAYS } from '@cairn/contract/api/common'
import { Download, Ellipsis, ExternalLink, Eye, File, FileText, Link2, PencilLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toastWithUndo } from '../../actions/undoToast.ts'
import { useArtifacts } from '../../data/artifacts.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/Toast.tsx'
import { FilePreview } from './FilePreview.tsx'
import { type PreviewKind, previewKind } from './previewKind.ts'
import { RenameFileDialog } from './RenameFileDialog.tsx'

interface Props {
  planId: string
  artifact: Artifact
  canEdit: boolean
}

type Open = 'preview' | 'rename' | 'delete' | null

/** A file or link with its uploader and actions. Files that the browser can show have a preview. */
export function FileRow({ planId, artifact, canEdit }: Props) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const isLink = artifact.size === null
  const kind = previewKind(artifact)
  return (
    <li className="group -mx-2 flex items-center gap-3 rounded-6 px-2 py-2 hover:bg-hover">
      <Thumbnail artifact={artifact} kind={kind} onOpen={() => setOpen('preview')} />
      <div className="flex min-w-0 flex-1 flex-col">
        <a
          href={artifact.download_url}
          title={artifact.name}
          {...(isLink ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : { download: artifact.name })}
          className="truncate text-13 underline-offset-3 hover:underline"
        >
          {artifact.name}
        </a>
        <span className="truncate text-12 text-muted">
          {isLink ? hostOf(artifact.url) : sizeLabel(artifact.size ?? 0)} · {artifact.user.name} ·{' '}
          <RelativeTime at={artifact.created_at} />
        </span>
      </div>
      <Menu
        trigger={
          <IconButton size="sm" label={`Actions for ${artifact.name}`} icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        {kind && (
          <MenuItem icon={<Eye size={16} aria-hidden />} onSelect={() => setOpen('preview')}>
            Preview
          </MenuItem>
        )}
        <MenuItem
          icon={isLink ? <ExternalLink size={16} aria-hidden /> : <Download size={16} aria-hidden />}
          onSelect={() => follow(artifact, isLink)}
        >
          {isLink ? 'Open' : 'Download'}
        </MenuItem>
        {canEdit && (
          <>
            <MenuItem icon={<PencilLine size={16} aria-hidden />} onSelect={() => setOpen('rename')}>
              Rename…
            </MenuItem>
            <MenuSeparator />
            <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />} onSelect={() => setOpen('delete')}>
              Delete…
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'preview' && kind && <FilePreview artifact={artifact} kind={kind} onClose={close} />}
      {open === 'rename' && <RenameFileDialog planId={planId} artifact={artifact} onClose={close} />}
      {open === 'delete' && <DeleteFileDialog planId={planId} artifact={artifact} onClose={close} />}
    </li>
  )
}

/** Downloads the file under its own name, like a click on a link. */
function follow({ download_url, name }: Artifact, isLink: boolean): void {
  const anchor = document.createElement('a')
  anchor.href = download_url
  anchor.rel = 'noopener noreferrer nofollow'
  if (isLink) anchor.target = '_blank'
  else anchor.download = name
  anchor.click()
}

interface ThumbnailProps {
  artifact: Artifact
  kind: PreviewKind | null
  onOpen: () => void
}

const BOX = 'inline-flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-6 bg-idle-soft text-muted'

function Thumbnail({ artifact, kind, onOpen }: ThumbnailProps) {
  const Icon = artifact.size === null ? Link2 : kind && kind !== 'pdf' ? FileText : File
  if (kind)
    return (
      <button
        type="button"
        aria-label={`Preview ${artifact.name}`}
        onClick={onOpen}
        className={cx(BOX, 'hover:opacity-85')}
      >
        {kind === 'picture' ? (
          <img src={artifact.download_url} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Icon size={18} aria-hidden />
        )}
      </button>
    )
  return (
    <span aria-hidden className={BOX}>
      <Icon size={18} />
    </span>
  )
}

/** Asks for confirmation before a file moves to the trash. */
function DeleteFileDialog({ planId, artifact, onClose }: Omit<Props, 'canEdit'> & { onClose: () => void }) {
  const { remove } = useArtifacts(planId, artifact.node_id)
  const confirm = () => {
    remove.mutateAsync(artifact.id).then(
      ({ change }) => toastWithUndo(`“${artifact.name}” deleted`, planId, [change]),
      (error: unknown) => toast.error(messageOf(error, 'Failed to delete file')),
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${artifact.name}”?`}
      description={`You can restore it from the trash for ${TRASH_DAYS} days.`}
      width="sm"
    >
      <DialogFooter>
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" onClick={confirm}>
          Delete
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** '840 B', '12 KB', '3.4 MB'. */
function sizeLabel(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit > 1 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`
}
