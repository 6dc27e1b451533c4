import type { LogEntry } from '@cairn/contract/api/logs'
import { logsApi } from '@cairn/contract/api/logs'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId, makeLog } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const entryBy = (user_id: string, more: Partial<LogEntry> = {}): LogEntry =>
  makeLog({
    content: 'Ropes are **here**',
    log_type: 'comment',
    tags: ['gear'],
    user_id,
    user: { id: user_id, name: user_id === ME ? 'Ana Ruiz' : 'Ben Okafor', email: 'x@example.com', avatar_url: null },
    ...more,
  })

async function openLogs(plan: FakePlan, ...logs: LogEntry[]) {
  plan.logs.push(...logs.map((entry) => ({ ...entry, node_id: plan.node('Research').id })))
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  await app.user.click(await screen.findByRole('tab', { name: /^Logs/ }))
  return { ...app, list: within(await screen.findByRole('list', { name: 'Logs' })) }
}

it('lets the author edit an entry and marks it as edited', async () => {
  const plan = new FakePlan('Research')
  const { list, user } = await openLogs(plan, entryBy(ME))

  await user.click(list.getByRole('button', { name: 'Entry actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const field = await list.findByRole('textbox', { name: 'Entry text' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard(', two of them{Control>}{Enter}{/Control}')

  await list.findByText('edited')
  expect(plan.logs.map(({ content }) => content)).toEqual(['Ropes are **here**, two of them'])
  expect(plan.api.sentTo(logsApi.update).map(({ body }) => body)).toEqual([
    { content: 'Ropes are **here**, two of them', log_type: 'comment', tags: ['gear'], expected_version: 1 },
  ])
})

it('keeps an edited entry as a draft when Escape closes it', async () => {
  const plan = new FakePlan('Research')
  const { list, user } = await openLogs(plan, entryBy(ME))
  const edit = async () => {
    await user.click(list.getByRole('button', { name: 'Entry actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    return list.findByRole<HTMLTextAreaElement>('textbox', { name: 'Entry text' })
  }

  await user.type(await edit(), ' and dry')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(list.queryByRole('textbox')).toBeNull())

  expect((await edit()).value).toBe('Ropes are **here** and dry')
})

it('deletes an entry, and Undo restores it in the same position', async () => {
  const plan = new FakePlan('Research')
  const [newer, mine] = [entryBy(ME, { content: 'Newer' }), entryBy(ME)].sort((a, b) => (a.id < b.id ? 1 : -1))
  const { list, user } = await openLogs(plan, newer as LogEntry, mine as LogEntry)
  const contents = () => list.getAllByRole('listitem').map(({ textContent }) => textContent)
  // Entries show their source until the Markdown renderer has loaded.
  await list.findByText('here')
  const before = contents()
  const kept = plan.logs.map(({ id }) => id)

  const menus = list.getAllByRole('button', { name: 'Entry actions' })
  await user.click(menus.at(-1) as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const toast = (await screen.findByText('Comment deleted')).closest('li')
  expect(plan.logs).toHaveLength(1)
  await user.click(within(toast as HTMLElement).getByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(contents()).toEqual(before))
  expect(plan.logs.map(({ id }) => id)).toEqual(kept)
})

it('lets the owner delete and restore other people’s entries', async () => {
  const plan = new FakePlan('Research')
  const { list, user } = await openLogs(plan, entryBy(makeId()))

  await user.click(list.getByRole('button', { name: 'Entry actions' }))
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(plan.logs).toEqual([]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  await list.findByText('Ben Okafor')
  expect(plan.logs.map(({ user: { name } }) => name)).toEqual(['Ben Okafor'])
})

it('shows editors no actions on other people’s entries', async () => {
  const { list } = await openLogs(new FakePlan('Research', { role: 'editor' }), entryBy(makeId()))

  expect(list.queryByRole('button', { name: 'Entry actions' })).toBeNull()
})

it('names the app or token that wrote an entry for a person', async () => {
  const { list } = await openLogs(
    new FakePlan('Research'),
    entryBy(makeId(), { via: { kind: 'connector', name: 'Claude', icon_url: '/api/app-icons/claude' } }),
    entryBy(ME, { via: { kind: 'token', name: 'Night script' } }),
    entryBy(ME),
  )

  const byApp = list.getByText(/via Claude/).closest('li')
  expect(byApp?.textContent).toContain('Ben Okafor')
  expect([...(byApp?.querySelectorAll('img') ?? [])].map((img) => img.getAttribute('src'))).toEqual([
    '/api/app-icons/claude',
  ])
  expect(list.getByText(/via Night script/).closest('li')?.textContent).toContain('Ana Ruiz')
  expect(list.getAllByText(/via/)).toHaveLength(2)
})
