import type { Calendar } from '@cairn/contract/api/calendar'
import ical, { escape as escapeText, ICalEvent, ICalEventTransparency } from 'ical-generator'
import { hashSecret } from '../../base/ids.ts'
import { mapInTurns } from '../../base/turns.ts'
import type { Ctx } from '../../core/ctx.ts'
import type { Services } from '../../core/services.ts'
import { findFeed, findVisibleTitle, listCalendarsOf, listDueNodesIn, listDueNodesOf } from './calendar.repo.ts'

/** Those of plans that the caller can see. */
export async function listCalendars({ db, actor }: Ctx): Promise<Calendar[]> {
  return (await listCalendarsOf(db, actor.id)).flatMap<Calendar>(({ id, plan_id, title, created_at }) => {
    if (plan_id === null) return [{ id, plan: null, created_at }]
    return title === null ? [] : [{ id, plan: { id: plan_id, title }, created_at }]
  })
}

/** Titles are one line of text: an escape code or a line break in one could end the property. Joiners stay for emoji. */
const toLine = (title: string): string => title.replace(/(?:(?!\u200c|\u200d)\p{C})+/gu, ' ').trim()

/**
 * The iCalendar text behind a secret; null for an unknown secret, or for a plan that its reader cannot see. Access is
 * checked on each call.
 */
export async function readFeed({ store, publicUrl }: Services, secret: string): Promise<string | null> {
  const db = store.reader
  const feed = await findFeed(db, hashSecret(secret))
  if (!feed) return null
  const { user_id, plan_id } = feed
  const plan = plan_id === null ? { title: 'Cairn' } : await findVisibleTitle(db, plan_id, user_id)
  if (!plan) return null
  const nodes = await (plan_id === null ? listDueNodesOf(db, user_id) : listDueNodesIn(db, plan_id))
  // The library escapes the texts of events, but not the name.
  const calendar = ical({
    name: escapeText(toLine(plan.title), false),
    prodId: { company: 'Cairn', product: 'Plans' },
    ttl: 3_600,
  })
  const [head = '', end = ''] = calendar.toString().split(/(?=END:VCALENDAR)/)
  const events = await mapInTurns(nodes, ({ plan_id, id, title, due_date, version, updated_at, plan_title }) => {
    if (due_date === null) return ''
    const event = new ICalEvent(
      {
        id: `${plan_id}.${id}@cairn`,
        start: new Date(`${due_date}T00:00:00Z`),
        allDay: true,
        // A deadline does not make its day busy.
        transparency: ICalEventTransparency.TRANSPARENT,
        summary: toLine(title),
        description: toLine(plan_title),
        url: `${publicUrl()}/plans/${plan_id}?node=${id}`,
        sequence: version,
        // The same content gives the same bytes, and so the same ETag.
        stamp: new Date(updated_at),
        lastModified: new Date(updated_at),
      },
      calendar,
    )
    return folded(event.toString())
  })
  return [head, ...events, end].join('')
}

/** Bytes of a line; the next one begins with a space. */
const LINE_MAX = 74

/** As `toString` of a whole calendar folds its lines, which takes 0.5 ms for each event. */
const folded = (lines: string): string =>
  lines
    .split('\r\n')
    .map((line) => {
      if (line.length * 3 <= LINE_MAX) return line
      let [text, bytes] = ['', 0]
      for (const sign of line) {
        const size = sizeOf(sign.codePointAt(0) ?? 0)
        bytes += size
        if (bytes > LINE_MAX) {
          text += '\r\n '
          bytes = size
        }
        text += sign
      }
      return text
    })
    .join('\r\n')

/** Bytes of a character in UTF-8. */
const sizeOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
