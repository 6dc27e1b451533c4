// iCalendar feeds of due dates, at secret URLs.
import { z } from 'zod'
import { type Api, Id, Timestamp } from './common.ts'

export const Calendar = z.object({
  id: Id,
  plan: z
    .object({ id: Id, title: z.string() })
    .nullable()
    .describe('The plan whose due dates it has; null: nodes that are assigned to you, in every plan you can see'),
  created_at: Timestamp.describe('When the current URL was created'),
})
export type Calendar = z.infer<typeof Calendar>

export const calendarApi = {
  list: {
    method: 'GET',
    path: '/users/me/calendars',
    summary: 'Your calendar feeds; their URLs are not stored',
    access: 'account.secure',
    reply: z.array(Calendar),
  },
  renew: {
    method: 'PUT',
    path: '/users/me/calendars',
    summary:
      'Create or replace the secret URL of an iCalendar feed of open nodes with a due date. The URL is shown this once, and the previous one stops working',
    access: 'account.secure',
    body: z.object({ plan_id: Id.nullish().describe('One plan; absent: nodes that are assigned to you') }),
    reply: Calendar.extend({ url: z.string() }),
    refusals: [404],
  },
  revoke: {
    method: 'DELETE',
    path: '/users/me/calendars/:calendarId',
    summary: 'Turn off a calendar feed: its URL stops working immediately',
    access: 'account.secure',
    params: z.object({ calendarId: Id }),
    refusals: [404],
  },
} as const satisfies Api
