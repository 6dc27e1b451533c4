import { EMOJI, type Emoji, type LogEntry, REACTIONS } from '@cairn/contract/api/logs'
import { useQuery } from '@tanstack/react-query'
import { SmilePlus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useChangeComment } from '../../../data/comments.ts'
import { membersQuery } from '../../../data/members.ts'
import { messageOf } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { REACTION_LABEL, reactors } from './reactionLook.ts'

interface Props {
  planId: string
  entry: LogEntry
  canReact: boolean
}

const CHIP =
  'inline-flex h-7 items-center gap-1 rounded-full border px-2 text-12 tabular-nums pointer-coarse:h-9 pointer-coarse:px-3'

/** The reactions to an entry. People who may comment add and remove theirs. */
export function Reactions({ planId, entry, canReact }: Props) {
  const me = useSession()?.user.id ?? ''
  const { data: members } = useQuery(membersQuery(planId))
  const { toggle } = useChangeComment(planId, entry.node_id)
  const nameOf = (userId: string) =>
    userId === me ? 'you' : (members?.find(({ id }) => id === userId)?.name ?? 'a former member')
  const isMine = (emoji: Emoji) =>
    entry.reactions.some((reaction) => reaction.emoji === emoji && reaction.user_ids.includes(me))
  const change = (emoji: Emoji) =>
    toggle.mutate(
      { entry, emoji, userId: me, isOn: !isMine(emoji) },
      { onError: (error) => toast.error(messageOf(error, 'Failed to save reaction')) },
    )
  return (
    <>
      {entry.reactions.map(({ emoji, user_ids }) => {
        const label = `${REACTION_LABEL[emoji]}: ${reactors(user_ids, nameOf)}`
        const look = (
          <>
            <span aria-hidden>{REACTIONS[emoji]}</span>
            {user_ids.length}
          </>
        )
        return canReact ? (
          <button
            key={emoji}
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={isMine(emoji)}
            onClick={() => change(emoji)}
            className={cx(
              CHIP,
              isMine(emoji)
                ? 'border-accent-line bg-accent-soft text-accent-ink'
                : 'border-line text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {look}
          </button>
        ) : (
          <span key={emoji} role="img" aria-label={label} title={label} className={cx(CHIP, 'border-line text-muted')}>
            {look}
          </span>
        )
      })}
      {canReact && <Picker isMine={isMine} onChoose={change} />}
    </>
  )
}

function Picker({ isMine, onChoose }: { isMine: (emoji: Emoji) => boolean; onChoose: (emoji: Emoji) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label="Reactions"
      align="start"
      className="w-auto! p-1"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" label="Add reaction" icon={<SmilePlus size={16} aria-hidden />} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are an addition to Tab. */}
      <div className="flex" onKeyDown={moveFocus}>
        {EMOJI.map((emoji) => (
          <IconButton
            key={emoji}
            label={REACTION_LABEL[emoji]}
            pressed={isMine(emoji)}
            icon={<span className="text-16">{REACTIONS[emoji]}</span>}
            onClick={() => {
              setOpen(false)
              onChoose(emoji)
            }}
          />
        ))}
      </div>
    </Popover>
  )
}

function moveFocus(event: KeyboardEvent) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!by) return
  const buttons = [...event.currentTarget.querySelectorAll<Element>('button')]
  const at = document.activeElement ? buttons.indexOf(document.activeElement) : -1
  const next = buttons[(at + by + buttons.length) % buttons.length]
  if (next instanceof HTMLElement) next.focus()
  event.preventDefault()
}
