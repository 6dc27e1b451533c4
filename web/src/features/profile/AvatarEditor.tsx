import type { Profile } from '@cairn/contract/api/users'
import { ImageUp, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useRemoveAvatar, useUploadAvatar } from '../../data/profileMutations.ts'
import { messageOf } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useIsShown } from '../../lib/useIsShown.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/Toast.tsx'
import { avatarProblem } from './avatar.ts'

const CropDialog = lazyPart(() => import('./CropDialog.tsx'), 'CropDialog')

/** How long a result is shown, in milliseconds. */
const OUTCOME_MS = { success: 3_000, error: 5_000 } as const

interface Outcome {
  variant: keyof typeof OUTCOME_MS
  text: string
}

interface Sending {
  /** A local URL of the chosen image. */
  preview: string
  /** In percent. */
  percent: number
}

/** Shows and changes the avatar. A new image is cropped first. */
export function AvatarEditor({ profile }: { profile: Pick<Profile, 'name' | 'avatar_url'> }) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadAvatar()
  const remove = useRemoveAvatar()
  /** The chosen file, before it is cropped. */
  const [chosen, setChosen] = useState<File | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [outcome, setOutcome] = useOutcome()
  const isShown = useIsShown()
  const failed = (fallback: string) => (error: unknown) => {
    if (isShown.current) setOutcome({ variant: 'error', text: messageOf(error, fallback) })
    else toast.error(fallback, { description: messageOf(error, 'Please try again.') })
  }

  const choose = (file: File) => {
    const problem = avatarProblem(file)
    setOutcome(problem ? { variant: 'error', text: problem } : null)
    if (!problem) setChosen(file)
  }
  const send = (file: File) => {
    setChosen(null)
    const preview = URL.createObjectURL(file)
    setSending({ preview, percent: 0 })
    const onProgress = (share: number) => setSending({ preview, percent: Math.round(share * 100) })
    upload
      .mutateAsync({ file, onProgress })
      .then(
        () => setOutcome({ variant: 'success', text: 'Avatar updated successfully!' }),
        failed('Failed to upload avatar'),
      )
      .finally(() => {
        setSending(null)
        URL.revokeObjectURL(preview)
      })
  }
  const takeAway = () => {
    setOutcome(null)
    remove.mutate(undefined, { onError: failed('Failed to remove avatar') })
  }
  return (
    <div className="flex flex-col items-center gap-3 sm:w-48">
      <Avatar name={profile.name} src={sending?.preview ?? profile.avatar_url} size="xl" />
      {sending ? (
        <div className="flex h-9 w-36 flex-col justify-center gap-1.5 text-center text-12 text-muted">
          <ProgressBar label="Uploading avatar" value={sending.percent} />
          <span aria-hidden className="tabular-nums">
            {sending.percent} %
          </span>
        </div>
      ) : (
        <div className="flex flex-wrap justify-center gap-1">
          <Button size="sm" icon={<ImageUp size={15} aria-hidden />} onClick={() => input.current?.click()}>
            {profile.avatar_url ? 'Change' : 'Upload avatar'}
          </Button>
          {profile.avatar_url && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Trash2 size={15} aria-hidden />}
              busy={remove.isPending}
              onClick={takeAway}
            >
              Remove
            </Button>
          )}
        </div>
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif"
        aria-label="Avatar"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) choose(file)
          // Without this, choosing the same file again fires no event.
          target.value = ''
        }}
      />
      {outcome && <Notice look={outcome.variant}>{outcome.text}</Notice>}
      {chosen && (
        <Suspense>
          <CropDialog file={chosen} onCropped={send} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** The result of the last change, cleared after a while. */
function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), OUTCOME_MS[outcome.variant])
    return () => clearTimeout(timer)
  }, [outcome])
  return [outcome, setOutcome] as const
}
