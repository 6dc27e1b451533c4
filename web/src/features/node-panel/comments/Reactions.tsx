import { EMOJI, type Emoji, type LogEntry } from '@cairn/contract/api/logs'
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
import { REACTION_LABEL, ReactionIcon } from './reactionLook.tsx'
import { reactors } from './reactors.ts'

interface Props {
  planId: string
  entry: LogEntry
}

const CHIP =
  'inline-flex h-7 items-center gap-1 rounded-full border px-2 text-12 tabular-nums pointer-coarse:h-9 pointer-coarse:px-3'

/** The caller's reactions to an entry, and a way to change them. */
function useReactions(planId: string, entry: LogEntry) {
  const me = useSession()?.user.id ?? ''
  const { toggle } = useChangeComment(planId, entry.node_id)
  const isMine = (emoji: Emoji) =>
    entry.reactions.some((reaction) => reaction.emoji === emoji && reaction.user_ids.includes(me))
  const change = (emoji: Emoji) =>
    void toggle
      .mutateAsync({ entry, emoji, userId: me, isOn: !isMine(emoji) })
      .catch((error: unknown) => toast.error(messageOf(error, 'Failed to save reaction')))
  return { me, isMine, change }
}

/** The reactions to an entry. People who may comment add and remove theirs by clicking one. */
export function Reactions({ planId, entry, canReact }: Props & { canReact: boolean }) {
  const { data: members } = useQuery(membersQuery(planId))
  const { me, isMine, change } = useReactions(planId, entry)
  const nameOf = (userId: string) =>
    userId === me ? 'you' : (members?.find(({ id }) => id === userId)?.name ?? 'a former member')
  if (entry.reactions.length === 0) return null
  return (
    <ul aria-label="Reactions" className="mt-1 flex flex-wrap items-center gap-1">
      {entry.reactions.map(({ emoji, user_ids }) => {
        const people = reactors(user_ids, nameOf)
        const label = `${REACTION_LABEL[emoji]} ${user_ids.length}: ${people}`
        const look = (
          <>
            <ReactionIcon emoji={emoji} size={14} />
            {user_ids.length}
          </>
        )
        return (
          <li key={emoji} className="flex">
            {canReact ? (
              <button
                type="button"
                aria-label={label}
                title={`${REACTION_LABEL[emoji]}: ${people}`}
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
              <span
                role="img"
                aria-label={label}
                title={`${REACTION_LABEL[emoji]}: ${people}`}
                className={cx(CHIP, 'border-line text-muted')}
              >
                {look}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Adds or removes one of the six reactions. */
export function ReactionPicker({ planId, entry }: Props) {
  const { isMine, change } = useReactions(planId, entry)
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label="Reactions"
      align="start"
      className="w-auto! p-1!"
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
            icon={<ReactionIcon emoji={emoji} size={18} />}
            onClick={() => {
              setOpen(false)
              change(emoji)
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
