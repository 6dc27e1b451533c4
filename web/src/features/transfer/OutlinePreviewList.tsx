import { NODE_STATUSES, NODE_TYPES } from '@cairn/contract/api/nodes'
import type { OutlineChange, OutlineField, OutlinePreview } from '@cairn/contract/api/planOutline'
import { NODE_STATUS, NODE_TYPE, TypeIcon } from '../../display/nodeDisplay.tsx'
import { counted, formatNumber } from '../../lib/numbers.ts'
import { dayLabel } from '../../lib/relativeTime.ts'
import { shorten } from '../../lib/shorten.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'

const FIELD_LABEL = {
  title: 'Title',
  node_type: 'Type',
  status: 'Status',
  due_date: 'Due date',
  description: 'Description',
} as const satisfies Record<OutlineField, string>

const KIND = {
  added: { label: 'New', tone: 'done' },
  changed: { label: 'Changed', tone: 'accent' },
  missing: { label: 'Not in outline', tone: 'idle' },
  removed: { label: 'To trash', tone: 'blocked' },
} as const satisfies Record<OutlineChange['kind'], { label: string; tone: Tone }>

const VALUE_MAX = 120

/** One sentence for all changes. */
export function summaryOf({ counts, change_count }: OutlinePreview): string {
  if (change_count === 0) return 'No changes'
  const { added, edited, moved, missing, removed } = counts
  const parts = [
    added > 0 ? `${formatNumber(added)} new` : '',
    edited > 0 ? `${formatNumber(edited)} changed` : '',
    moved > 0 ? `${formatNumber(moved)} moved` : '',
    removed > 0 ? `${formatNumber(removed)} to trash` : '',
    missing > 0 ? `${formatNumber(missing)} not in the outline` : '',
  ].filter((part) => part !== '')
  return parts.join(', ')
}

/** The problems and changes of an edited outline. `onLine` goes to a line of the text. */
export function OutlinePreviewList({ preview, onLine }: { preview: OutlinePreview; onLine: (line: number) => void }) {
  const { problems, problem_count, changes, change_count } = preview
  return (
    <>
      {problem_count > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          aria-label="Problems"
          className="max-h-36 shrink-0 overflow-y-auto rounded-6 border border-line p-2 text-13"
        >
          {problems.map(({ line, message, instead }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: problems have nothing else.
            <li key={index} className="py-0.5 [overflow-wrap:anywhere]">
              {line !== null && <LineLink line={line} onLine={onLine} />} {message}.
              {instead === null ? '' : ` ${instead}.`}
            </li>
          ))}
          {problem_count > problems.length && (
            <li className="text-muted">and {formatNumber(problem_count - problems.length)} more</li>
          )}
        </ul>
      )}
      {change_count > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          aria-label="Changes"
          className="max-h-64 overflow-y-auto rounded-6 border border-line px-2 text-13"
        >
          {changes.map((change) => (
            <ChangeRow key={`${change.line} ${change.node_id}`} change={change} onLine={onLine} />
          ))}
          {change_count > changes.length && (
            <li className="py-1.5 text-muted">and {formatNumber(change_count - changes.length)} more</li>
          )}
        </ul>
      )}
    </>
  )
}

function ChangeRow({ change, onLine }: { change: OutlineChange; onLine: (line: number) => void }) {
  const { kind, line, title, node_type, fields, moved, node_count, overwrites } = change
  const { label, tone } = KIND[kind]
  const isMoveOnly = kind === 'changed' && fields.length === 0
  return (
    <li className="flex flex-col gap-0.5 border-line py-1.5 not-last:border-b">
      <div className="flex min-w-0 items-center gap-2">
        <Badge tone={tone}>{isMoveOnly ? 'Moved' : label}</Badge>
        <TypeIcon type={node_type} size={14} />
        <span className="title-text min-w-0 flex-1 truncate">{title}</span>
        {node_count > 1 && <span className="shrink-0 text-12 text-muted">{counted(node_count, 'node')}</span>}
        {line !== null && <LineLink line={line} onLine={onLine} />}
      </div>
      {fields.map(({ field, before, after }) => (
        <p key={field} className="text-12 text-muted [overflow-wrap:anywhere]">
          {FIELD_LABEL[field]}: <del className="no-underline">{shownValue(field, before)}</del> →{' '}
          <ins className="text-ink no-underline">{shownValue(field, after)}</ins>
        </p>
      ))}
      {moved && (
        <p className="text-12 text-muted [overflow-wrap:anywhere]">
          {moved.from === moved.to
            ? `New position in ${placeOf(moved.to)}`
            : `From ${placeOf(moved.from)} to ${placeOf(moved.to)}`}
        </p>
      )}
      {overwrites && (
        <p className="text-12 text-blocked-ink">
          Someone changed this node after you opened the outline. Applying overwrites that.
        </p>
      )}
    </li>
  )
}

function LineLink({ line, onLine }: { line: number; onLine: (line: number) => void }) {
  return (
    <button
      type="button"
      onClick={() => onLine(line)}
      className="shrink-0 rounded-6 text-12 text-accent-ink underline-offset-2 hover:underline pointer-coarse:py-2"
    >
      Line {formatNumber(line)}
    </button>
  )
}

const placeOf = (title: string | null): string => (title === null ? 'the top level' : `“${shorten(title, 60)}”`)

function shownValue(field: OutlineField, value: string | null): string {
  if (value === null) return 'none'
  const status = NODE_STATUSES.find((known) => known === value)
  const type = NODE_TYPES.find((known) => known === value)
  if (field === 'status' && status) return NODE_STATUS[status].label
  if (field === 'node_type' && type) return NODE_TYPE[type].label
  if (field === 'due_date') return dayLabel(value)
  return shorten(value, VALUE_MAX)
}
