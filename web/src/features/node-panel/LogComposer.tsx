import { LIMITS } from '@cairn/contract/api/common'
import type { LogType, Mention } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { type FormEvent, type KeyboardEvent, useEffect } from 'react'
import { useAddLog } from '../../data/logs.ts'
import { messageOf } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { useMediaQuery } from '../../lib/mediaQuery.ts'
import { useSession } from '../../lib/session.ts'
import { isSend, SEND_KEYS } from '../../lib/shortcuts.ts'
import { tooLong } from '../../lib/textLimit.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { useIsShown } from '../../lib/useIsShown.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { FieldError } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { keepClearOfToasts } from '../../ui/toastOffset.ts'
import { MentionField } from './comments/MentionField.tsx'
import { useStoredText } from './comments/useStoredText.ts'
import { EntryFields } from './EntryFields.tsx'
import { followSize } from './followSize.ts'
import { KeptText } from './KeptText.tsx'
import { LOG_LOOK } from './logDisplay.tsx'
import { splitTags, tagProblem } from './tags.ts'
import { useSayKept } from './useSayKept.ts'
import { Writing } from './Writing.tsx'

interface Props {
  planId: string
  nodeId: string
  role: PlanRole
}

/** On a small screen the other fields appear when the user starts typing. */
const FOLDED_ON_A_PHONE =
  'max-sm:group-[:not(:focus-within):has(textarea:placeholder-shown):not(:has([data-state=open]))]/composer:hidden'

const FAILURE = 'Failed to add log entry'

interface Draft {
  content: string
  /** The people chosen for mentions. */
  people?: Mention[]
  tags: string
  log_type: LogType
}

/** Adds a log entry or comment. Commenters can only comment; viewers see nothing. */
export function LogComposer({ planId, nodeId, role }: Props) {
  const canLog = can(role, 'plan.edit')
  const key = `log ${useSession()?.user.id} ${nodeId}`
  const {
    value: kept,
    set: setDraft,
    settle,
  } = useDraft<Draft>(`${nodeId} log`, {
    content: '',
    people: [],
    tags: '',
    log_type: canLog ? 'progress' : 'comment',
  })
  // The role may have changed since.
  const draft: Draft = canLog ? kept : { ...kept, log_type: 'comment' }
  const toStoredText = useStoredText(planId)
  const add = useAddLog(planId, nodeId)
  const isShown = useIsShown()
  const sayKept = useSayKept({ planId, nodeId, tab: 'logs' })
  const isPhone = useMediaQuery('(max-width: 40rem)')
  const isWritten = draft.content.trim() !== ''
  useEffect(() => setUnsaved(key, isWritten), [key, isWritten])
  if (!can(role, 'comment.add')) return <KeptText text={draft.content} />

  const tags = splitTags(draft.tags)
  const tagError = tagProblem(tags)
  const isReady = isWritten && !tagError && !tooLong(draft.content, LIMITS.content)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isReady || add.isPending) return
    const content = toStoredText(draft.content, draft.people)
    // Another tab may be open by the time of the reply: callbacks of `mutate` are for mounted components.
    add.mutateAsync({ content, log_type: draft.log_type, tags }).then(
      () => settle(kept, { content: '', people: [], tags: '', log_type: draft.log_type }) && setUnsaved(key, false),
      // Otherwise shown below.
      (error) => {
        if (!isShown.current) sayKept(FAILURE, messageOf(error, 'Please try again.'))
      },
    )
  }
  const handleKey = (event: KeyboardEvent) => {
    if (isSend(event)) submit()
  }
  const { label } = LOG_LOOK[draft.log_type]
  return (
    <form
      ref={keepInView}
      aria-label="Add an entry"
      onSubmit={submit}
      onKeyDown={handleKey}
      className="group/composer sticky bottom-0 flex shrink-0 flex-col gap-2 border-line border-t bg-surface px-4 py-3 max-sm:py-2"
    >
      {add.isError && <Notice look="error">{messageOf(add.error, FAILURE)}</Notice>}
      <MentionField
        planId={planId}
        label={canLog ? 'Log entry' : 'Comment'}
        placeholder={draft.log_type === 'comment' ? 'Write a comment...' : 'What happened, and why?'}
        rows={isPhone ? 1 : 2}
        side="above"
        value={{ text: draft.content, people: draft.people ?? [] }}
        onChange={({ text, people }) => setDraft({ ...draft, content: text, people })}
      />
      <Writing nodeId={nodeId} field="comment" />
      {tagError && <FieldError>{tagError}</FieldError>}
      <div className={cx('flex flex-wrap items-center gap-2', FOLDED_ON_A_PHONE)}>
        <EntryFields value={draft} hasType={canLog} onChange={(change) => setDraft({ ...draft, ...change })} />
        <Button
          type="submit"
          variant="primary"
          busy={add.isPending}
          disabled={!isReady}
          title={SEND_KEYS}
          className="max-sm:w-full"
        >
          {label === 'Comment' ? 'Comment' : 'Add entry'}
        </Button>
      </div>
    </form>
  )
}

/** Keeps the button visible while the composer expands and grows on a small screen. */
function keepInView(form: HTMLFormElement | null) {
  const stopFollowing = followSize(form)
  const stopKeeping = keepClearOfToasts(form)
  return () => {
    stopFollowing?.()
    stopKeeping?.()
  }
}
