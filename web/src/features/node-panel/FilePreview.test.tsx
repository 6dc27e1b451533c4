import { type Artifact, artifactsApi } from '@cairn/contract/api/artifacts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const fileOf = (name: string, content_type: string): Artifact => ({
  id: makeId(),
  node_id: ME,
  name,
  content_type,
  size: 20,
  url: `/api/files/${name}`,
  download_url: `/api/files/${name}`,
  metadata: {},
  created_by: ME,
  user: { id: ME, name: 'Ana Ruiz', email: 'ana@example.com', avatar_url: null },
  version: 1,
  created_at: '2026-03-04T10:00:00.000Z',
})

/** Opens the preview of a file with this content. */
async function openPreview(file: Artifact, content: string, status = 200) {
  const plan = new FakePlan('Research')
  plan.api.on(artifactsApi.list, () => ({ reply: [file] }))
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.startsWith('/api/files/') ? Promise.resolve(new Response(content, { status })) : answer(url, init),
  )
  const { user } = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  await user.click(await screen.findByRole('tab', { name: /^Files/ }))
  await user.click(await screen.findByRole('button', { name: `Preview ${file.name}` }))
  return within(await screen.findByRole('dialog', { name: file.name }))
}

it('shows comma-separated values as a table', async () => {
  const dialog = await openPreview(fileOf('costs.csv', 'text/csv'), 'what,costs\n"Ropes, two",120\n')

  const heads = await dialog.findAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['what', 'costs'])
  expect(dialog.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Ropes, two', '120'])
})

it('renders Markdown without its HTML', async () => {
  const dialog = await openPreview(fileOf('notes.md', 'text/markdown'), '# Notes\n\n<img src=x onerror=alert(1)>')

  await dialog.findByRole('heading', { name: 'Notes' })
  expect(document.querySelector('img[src=x]')).toBeNull()
})

it('shows other text unchanged', async () => {
  const dialog = await openPreview(fileOf('page.html', 'text/html'), '<b>bold</b>')

  await dialog.findByText('<b>bold</b>')
})

it('shows an error if a file cannot be read', async () => {
  const dialog = await openPreview(fileOf('notes.txt', 'text/plain'), '', 404)

  await dialog.findByText('Failed to read file')
  await waitFor(() => dialog.getByRole('button', { name: 'Try again' }))
})
