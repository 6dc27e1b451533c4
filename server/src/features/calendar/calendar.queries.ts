import type { Calendar } from '@cairn/contract/api/calendar'
import ical, { escape as escapeText, ICalEventTransparency } from 'ical-generator'
import { hashSecret } from '../../base/ids.ts'
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
  for (const { plan_id, id, title, due_date, version, updated_at, plan_title } of nodes) {
    if (due_date === null) continue
    calendar.createEvent({
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
    })
  }
  return calendar.toString()
}
