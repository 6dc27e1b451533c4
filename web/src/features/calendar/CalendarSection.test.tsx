import { type Calendar, calendarApi } from '@cairn/contract/api/calendar'
import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { FakeApi } from '../../test/fakeApi.ts'
import { makeId } from '../../test/make.ts'
import { openPart } from '../../test/render.tsx'
import { CalendarDialog } from './CalendarDialog.tsx'
import { CalendarSection } from './CalendarSection.tsx'

function serve(...feeds: Calendar[]) {
  let kept = [...feeds]
  let count = 0
  return new FakeApi()
    .on(calendarApi.list, () => ({ reply: [...kept] }))
    .on(calendarApi.renew, ({ body }) => {
      const { plan_id } = body as { plan_id: string | null }
      const feed = {
        id: makeId(),
        plan: plan_id === null ? null : { id: plan_id, title: 'Bakery' },
        created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, ++count)).toISOString(),
      }
      kept = [...kept.filter(({ plan }) => (plan?.id ?? null) !== plan_id), feed]
      return { reply: { ...feed, url: `https://plans.example/calendars/secret-${count}.ics` } }
    })
    .on(calendarApi.revoke, ({ params }) => {
      kept = kept.filter(({ id }) => id !== params.calendarId)
      return { reply: undefined }
    })
}

const openSection = () =>
  openPart(
    <MemoryRouter>
      <CalendarSection />
    </MemoryRouter>,
  )

it('creates a URL, shows it once, replaces it and turns it off after a confirmation', async () => {
  const api = serve()
  const { user } = openSection()
  expect(screen.getByText(/Anyone who has a calendar URL can read the due dates/)).toBeTruthy()

  await user.click(await screen.findByRole('button', { name: 'Create calendar URL' }))
  const url = await screen.findByLabelText<HTMLInputElement>('Calendar URL')
  expect(url.value).toBe('https://plans.example/calendars/secret-1.ics')

  await user.click(screen.getByRole('button', { name: 'Replace URL of my due dates' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Replace URL' }))
  expect(await screen.findByDisplayValue('https://plans.example/calendars/secret-2.ics')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Turn off my due dates' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByRole('button', { name: 'Create calendar URL' })).toBeTruthy()
  expect(screen.queryByLabelText('Calendar URL')).toBeNull()
  expect(api.sentTo(calendarApi.revoke)).toHaveLength(1)
})

it('lists the feeds of plans, without their URLs', async () => {
  const plan = { id: makeId(), title: 'Bakery' }
  serve({ id: makeId(), plan, created_at: '2026-01-01T00:00:00.000Z' })
  openSection()

  expect((await screen.findByRole('link', { name: 'Bakery' })).getAttribute('href')).toBe(`/plans/${plan.id}`)
  expect(screen.getByRole('button', { name: 'Turn off Bakery' })).toBeTruthy()
  expect(screen.queryByLabelText('Calendar URL')).toBeNull()
})

it('creates the URL of a plan in its dialog', async () => {
  const api = serve()
  const plan = { id: makeId(), title: 'Bakery' }
  const { user } = openPart(<CalendarDialog plan={plan} onClose={() => {}} />)

  expect(await screen.findByRole('button', { name: 'Create calendar URL' })).toBe(document.activeElement)
  await user.keyboard('{Enter}')

  expect(await screen.findByLabelText('Calendar URL')).toBe(document.activeElement)
  expect(api.sentTo(calendarApi.renew).map(({ body }) => body)).toEqual([{ plan_id: plan.id }])
})

it('shows a failure with a retry', async () => {
  new FakeApi().on(calendarApi.list, () => ({ status: 500, code: 'internal', error: 'Something went wrong.' }))
  openSection()
  expect(await screen.findByText('Failed to load calendars')).toBeTruthy()
})
