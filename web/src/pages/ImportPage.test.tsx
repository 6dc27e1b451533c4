import { plansApi } from '@cairn/contract/api/plans'
import { transferApi } from '@cairn/contract/api/transfer'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { readDraft } from '../lib/drafts.ts'
import { FakeApi } from '../test/fakeApi.ts'
import { makePlan } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const preview = {
  format: 'todoist' as const,
  can_import: true,
  title: 'Trip',
  node_count: 2,
  edge_count: 0,
  problem_count: 1,
  problems: [{ line: 4, field: 'DATE', message: '"someday" is not a date', instead: 'There is no due date' }],
  nodes: [
    { title: 'Trip', node_type: 'root' as const, status: 'not_started' as const, due_date: null, level: 0 },
    { title: 'Pack', node_type: 'task' as const, status: 'completed' as const, due_date: '2026-12-01', level: 1 },
  ],
}

it('shows what a file becomes before it creates the plan', async () => {
  const plan = makePlan()
  const api = new FakeApi()
    .on(plansApi.list, () => ({ reply: [] }))
    .on(transferApi.previewImport, () => ({ reply: preview }))
    .on(transferApi.import, () => ({ reply: plan }))
  const { here, user } = openApp('/plans/import')
  await user.upload(await screen.findByLabelText('File to import'), new File(['a'], 'trip.csv'))
  expect(await screen.findByText('Todoist CSV: “Trip” with 2 nodes')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Problems' }).textContent).toContain('Line 4, DATE: "someday" is not a date')
  expect(screen.getByText('Pack')).toBeTruthy()
  expect(api.sentTo(transferApi.import)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await waitFor(() => expect(here()).toBe(`/plans/${plan.id}`))
})

it('keeps pasted text that cannot be imported', async () => {
  const problems = [{ line: 1, field: 'title', message: 'The first row must name the columns', instead: null }]
  new FakeApi()
    .on(plansApi.list, () => ({ reply: [] }))
    .on(transferApi.previewImport, () => ({ reply: { ...preview, can_import: false, problems, nodes: [] } }))
  const { user } = openApp('/plans/import')
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox')
  await user.type(box, 'a,b')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('This file can’t be imported')).toBeTruthy()
  expect(box.value).toBe('a,b')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
})

it('drops the check of a text that is edited meanwhile', async () => {
  const api = new FakeApi()
    .on(plansApi.list, () => ({ reply: [] }))
    .on(transferApi.previewImport, () => ({ reply: preview }))
  const release = api.hold(transferApi.previewImport)
  const { user } = openApp('/plans/import')
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox')
  await user.type(box, 'a')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(screen.getByRole('button', { name: 'Reading...' })).toBeTruthy()
  await user.type(box, 'b')
  release()
  expect(screen.getByRole('button', { name: 'Preview' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByRole('button', { name: 'Import' })).toBeTruthy()
  const sent = api.sentTo(transferApi.previewImport).map(({ body }) => (body as { file: File }).file.text())
  expect(await Promise.all(sent)).toEqual(['a', 'ab'])
})

it('keeps pasted text when a file is imported instead', async () => {
  const plan = makePlan()
  new FakeApi()
    .on(plansApi.list, () => ({ reply: [] }))
    .on(transferApi.previewImport, () => ({ reply: preview }))
    .on(transferApi.import, () => ({ reply: plan }))
  const { here, user } = openApp('/plans/import')
  await user.type(await screen.findByRole('textbox'), 'a,b')
  await user.upload(screen.getByLabelText('File to import'), new File(['a'], 'trip.csv'))
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  await waitFor(() => expect(here()).toBe(`/plans/${plan.id}`))
  expect(readDraft('import')).toBe('a,b')
})

it('works without TLS, where the browser makes no UUIDs', async () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function')
  })
  new FakeApi().on(plansApi.list, () => ({ reply: [] })).on(transferApi.previewImport, () => ({ reply: preview }))
  const { user } = openApp('/plans/import')

  await user.upload(await screen.findByLabelText('File to import'), new File(['a'], 'trip.csv'))

  expect(await screen.findByText('Todoist CSV: “Trip” with 2 nodes')).toBeTruthy()
})
