import { LIMITS } from '@cairn/contract/api/common'
import type { Mention } from '@cairn/contract/api/logs'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { membersQuery } from '../../../data/members.ts'
import { useSession } from '../../../lib/session.ts'
import { tooLong } from '../../../lib/textLimit.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { FieldError } from '../../../ui/Field.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'
import { insertMention, type MentionQuery, matchPeople, mentionQuery } from './mentionText.ts'

/** A text in which `@Name` mentions people, and the people who were chosen. */
export interface MentionDraft {
  text: string
  people: Mention[]
}

interface Props {
  planId: string
  label: string
  placeholder?: string
  rows?: number
  autoFocus?: boolean
  value: MentionDraft
  onChange: (draft: MentionDraft) => void
  /** Where the list of people appears. */
  side: 'above' | 'below'
}

/** A text field that completes the names of members after an `@`. */
export function MentionField({ planId, label, value, onChange, side, ...rest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const me = useSession()?.user.id
  const { data: members = [] } = useQuery(membersQuery(planId))
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  // At first after the text; the browser puts it before.
  const caretAfter = useRef(rest.autoFocus ? value.text.length : null)
  useLayoutEffect(() => {
    if (caretAfter.current === null) return
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  })

  const problem = tooLong(value.text, LIMITS.content)
  const others = members.filter(({ id }) => id !== me)
  const found = query && query.at !== closedAt ? matchPeople(others, query.typed) : []
  const isOpen = found.length > 0
  const optionId = (index: number) => `${listId}-${index}`
  const index = Math.min(active, found.length - 1)

  const look = () => {
    const { value: text = '', selectionStart = 0 } = field.current ?? {}
    const next = mentionQuery(text, selectionStart)
    if (next?.at !== query?.at || next?.typed !== query?.typed) setActive(0)
    if (next === null) setClosedAt(null)
    setQuery(next)
  }
  const choose = (person: (typeof found)[number] | undefined) => {
    if (!person || !query) return
    const { text, caret } = insertMention(value.text, query, person)
    const { id, name } = person
    onChange({ text, people: [{ id, name }, ...value.people.filter((known) => known.id !== id)] })
    caretAfter.current = caret
    setQuery(null)
    field.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move) setActive((index + move + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(found[index])
    else if (event.key === 'Escape') setClosedAt(query?.at ?? null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const list = isOpen && (
    <div
      role="listbox"
      id={listId}
      aria-label="Members"
      className="flex max-h-56 flex-col overflow-y-auto rounded-6 bg-raised p-1 shadow-float"
    >
      {found.map((person, at) => (
        <button
          key={person.id}
          type="button"
          role="option"
          id={optionId(at)}
          aria-selected={at === index}
          tabIndex={-1}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
          onPointerMove={() => setActive(at)}
          className={cx(
            'flex shrink-0 items-center gap-2 text-left rounded-6 px-2 py-1.5 text-13 pointer-coarse:min-h-10',
            at === index && 'bg-hover',
          )}
        >
          <Avatar name={person.name} src={person.avatar_url} size="sm" />
          <span className="min-w-0 truncate">{person.name}</span>
          <span className="min-w-0 truncate text-12 text-muted">{person.email}</span>
        </button>
      ))}
    </div>
  )
  return (
    // Positioned, so that the hidden status below does not make the page longer.
    <div className="relative flex flex-col gap-1">
      {side === 'above' && list}
      <Textarea
        {...rest}
        ref={field}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(index) : undefined}
        aria-invalid={problem !== undefined}
        value={value.text}
        onChange={(event) => {
          onChange({ ...value, text: event.target.value })
          look()
        }}
        onSelect={look}
        onBlur={() => setQuery(null)}
        onKeyDown={handleKey}
        className="max-h-48"
      />
      {problem && <FieldError>{problem}</FieldError>}
      {side === 'below' && list}
      <span role="status" className="sr-only">
        {isOpen && `${found.length} ${found.length === 1 ? 'member' : 'members'} found. Press Enter to mention one.`}
      </span>
    </div>
  )
}
