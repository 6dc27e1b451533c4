import { type Artifact, artifactsApi } from '@cairn/contract/api/artifacts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { clearSession, saveSession } from '../../lib/session.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId, makeSession } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

/** Opens the files of a node. Each upload waits until the test answers it. */
async function open() {
  const plan = new FakePlan('Research\nBuild')
  const kept: Artifact[] = []
  const waiting: ((isKept: boolean) => void)[] = []
  plan.api
    .on(artifactsApi.list, ({ params }) => ({ reply: kept.filter(({ node_id }) => node_id === params.nodeId) }))
    .on(artifactsApi.create, async ({ params, body }) => {
      const isKept = await new Promise<boolean>((resolve) => waiting.push(resolve))
      if (!isKept) return { status: 507, error: 'The disk is full.', code: 'disk_full' }
      const artifact = makeArtifact(params.nodeId ?? '', (body as { file: File }).file.name)
      kept.unshift(artifact)
      return { reply: artifact }
    })
  const { user } = openApp(`/plans/${plan.plan.id}?node=${plan.node('Build').id}`)
  const openFiles = async (title: string) => {
    await user.click(await screen.findByRole('treeitem', { name: new RegExp(`^${title},`) }))
    const panel = await screen.findByRole('region', { name: title })
    await user.click(await within(panel).findByRole('tab', { name: /^Files/ }))
  }
  await openFiles('Build')
  const upload = (...names: string[]) =>
    user.upload(
      screen.getByLabelText('Upload files'),
      names.map((name) => new File(['rope'], name)),
    )
  return { plan, user, upload, waiting, openFiles }
}

function makeArtifact(node_id: string, name: string): Artifact {
  return {
    id: makeId(),
    node_id,
    name,
    content_type: 'text/plain',
    size: 4,
    url: '/api/files/1',
    download_url: '/api/files/1',
    metadata: {},
    version: 1,
    created_by: ME,
    user: { id: ME, name: 'Ana Ruiz', email: 'ana@example.com', avatar_url: null },
    created_at: '2026-03-04T10:00:00.000Z',
  }
}

const pasteFile = (target: Element, texts: Record<string, string>) =>
  fireEvent.paste(target, {
    clipboardData: { files: [new File(['rope'], 'ropes.txt')], getData: (type: string) => texts[type] ?? '' },
  })

it('an upload continues while another node is open and is listed when it is done', async () => {
  const { user, upload, waiting, openFiles } = await open()
  await upload('ropes.txt')
  const bar = await screen.findByRole('progressbar', { name: 'Uploading ropes.txt' })
  expect(bar.getAttribute('aria-valuenow')).toBe('50')

  await openFiles('Research')
  expect(screen.queryByText('ropes.txt')).toBeNull()
  await user.click(screen.getByRole('treeitem', { name: /^Build,/ }))
  await screen.findByRole('tab', { name: 'Files uploading' })
  await openFiles('Build')
  expect(screen.getByRole('progressbar', { name: 'Uploading ropes.txt' })).toBeTruthy()
  await act(async () => waiting[0]?.(true))

  await screen.findByRole('link', { name: 'ropes.txt' })
  expect(screen.queryByRole('progressbar', { name: 'Uploading ropes.txt' })).toBeNull()
})

it('a deleted file is offered back', async () => {
  const { plan, user, upload, waiting } = await open()
  plan.api.on(artifactsApi.delete, () => ({ reply: undefined, headers: { 'x-change': '9' } }))
  await upload('ropes.txt')
  await waitFor(() => expect(waiting.length).toBe(1))
  await act(async () => waiting[0]?.(true))
  await user.click(await screen.findByRole('button', { name: 'Actions for ropes.txt' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete “ropes.txt”?' })
  within(dialog).getByText('You can restore it from the trash for 30 days.')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))

  const toast = (await screen.findByText('“ropes.txt” deleted')).closest('li')
  within(toast as HTMLElement).getByRole('button', { name: 'Undo' })
})

it('a failed upload shows its error only in the row of the file', async () => {
  const { user, upload, waiting } = await open()
  await upload('ropes.txt')
  await screen.findByRole('progressbar', { name: 'Uploading ropes.txt' })

  await act(async () => waiting[0]?.(false))
  expect((await screen.findByRole('alert')).textContent).toBe('The disk is full.')
  expect(screen.queryByText(/^Failed to upload/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(waiting.length).toBe(2))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Cancel upload of ropes.txt')
  await act(async () => waiting[1]?.(true))

  await screen.findByRole('link', { name: 'ropes.txt' })
})

it('a failed upload on another node shows a toast with the file name and Retry', async () => {
  const { user, upload, waiting, openFiles } = await open()
  await upload('ropes.txt')
  await screen.findByRole('progressbar', { name: 'Uploading ropes.txt' })
  await openFiles('Research')

  await act(async () => waiting[0]?.(false))
  await screen.findByText('Failed to upload “ropes.txt”')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(waiting.length).toBe(2))
  await act(async () => waiting[1]?.(false))
  await user.click(screen.getByRole('treeitem', { name: /^Build,/ }))
  await screen.findByRole('tab', { name: 'Files upload failed' })
  await screen.findByText('Failed to upload “ropes.txt”')
  await openFiles('Build')

  expect(screen.getByRole('alert').textContent).toBe('The disk is full.')
  await waitFor(() => expect(screen.queryByText('Failed to upload “ropes.txt”')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await screen.findByText('No files uploaded yet.')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload files' }))
})

it('uploads that the end of a session interrupts can be tried again by the same user', async () => {
  const { plan, user, upload, waiting, openFiles } = await open()
  const create = plan.api.handlerOf(artifactsApi.create)
  let answer = () => {}
  const ended = new Promise<void>((resolve) => {
    answer = resolve
  })
  plan.api.on(artifactsApi.create, async () => {
    await ended
    return { status: 401, error: 'Your session has expired', code: 'unauthorized' }
  })
  await upload('1.txt', '2.txt', '3.txt', '4.txt')
  await screen.findByText('Waiting')
  await act(async () => answer())
  await screen.findByRole('heading', { name: 'Welcome back' })
  expect(screen.queryByText(/^Failed to upload/)).toBeNull()

  plan.api.on(artifactsApi.create, create)
  act(() => saveSession(makeSession()))
  await screen.findByRole('tab', { name: 'Files upload failed' })
  await openFiles('Build')
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(
    Array(4).fill('You were signed out before the upload was complete.'),
  )
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await user.click(button)
  for (let sent = 1; sent <= 4; sent++) {
    await waitFor(() => expect(waiting.length).toBeGreaterThanOrEqual(sent))
    await act(async () => waiting[sent - 1]?.(true))
  }
  await screen.findByRole('link', { name: '4.txt' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each([
  ['with its name', { 'text/plain': 'ropes.txt' }],
  ['without a text', {}],
  ['that is a picture on a web page', { 'text/html': '<img src="ropes.png">' }],
])('uploads a pasted file %s to the node, and pastes no outline', async (_, texts: Record<string, string>) => {
  const { plan, waiting } = await open()

  pasteFile(screen.getByRole('treeitem', { name: /^Research,/ }), texts)

  await screen.findByRole('progressbar', { name: 'Uploading ropes.txt' })
  await waitFor(() => expect(plan.api.sentTo(artifactsApi.create)).toHaveLength(1))
  expect(plan.api.sentTo(artifactsApi.create)[0]?.params.nodeId).toBe(plan.node('Build').id)
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(waiting).toHaveLength(1))
  await act(async () => waiting[0]?.(true))
})

it('shows the files after a paste on another tab, unless someone is writing', async () => {
  const { plan, user, waiting } = await open()
  await user.click(screen.getByRole('tab', { name: /^Comments/ }))
  pasteFile(await screen.findByRole('textbox', { name: 'Comment' }), {})
  await screen.findByText('Uploading to Files...')
  expect(screen.getByRole('tab', { name: /^Comments/ }).getAttribute('aria-selected')).toBe('true')

  pasteFile(screen.getByRole('treeitem', { name: /^Research,/ }), {})
  expect(await screen.findAllByRole('progressbar', { name: 'Uploading ropes.txt' })).toHaveLength(2)
  await waitFor(() => expect(waiting).toHaveLength(2))
  expect(plan.api.sentTo(artifactsApi.create).map(({ params }) => params.nodeId)).toEqual(
    Array(2).fill(plan.node('Build').id),
  )
  await act(async () => {
    for (const finish of waiting) finish(true)
  })
})

it('uploads no picture of cells that are pasted, and leaves them to fields', async () => {
  await open()
  const cells = { 'text/plain': 'Walls\tDone', 'text/html': '<table><tr><td>Walls<td>Done</table>' }

  expect(pasteFile(screen.getByRole('searchbox', { name: 'Search nodes' }), cells)).toBe(true)
  pasteFile(screen.getByRole('treeitem', { name: /^Research,/ }), cells)

  await screen.findByRole('dialog', { name: 'Paste outline' })
  expect(screen.queryByRole('progressbar', { name: /^Uploading/ })).toBeNull()
})

it('three files upload at a time, the others wait', async () => {
  const { upload, waiting } = await open()

  await upload('1.txt', '2.txt', '3.txt', '4.txt')
  await screen.findByText('Waiting')
  await waitFor(() => expect(waiting.length).toBe(3))
  await act(async () => waiting[1]?.(true))

  await waitFor(() => expect(waiting.length).toBe(4))
  expect(screen.queryByText('Waiting')).toBeNull()
})

it('is hidden from the next user of this browser', async () => {
  const { upload, waiting } = await open()
  await upload('ropes.txt')
  await screen.findByRole('progressbar', { name: 'Uploading ropes.txt' })

  act(() => clearSession({ byChoice: true }))
  await screen.findByRole('heading', { name: 'Welcome back' })
  await act(async () => waiting[0]?.(false))

  expect(screen.queryByText(/ropes\.txt/)).toBeNull()
})

it('accepts files dropped on any tab of the panel, and none dropped beside it', async () => {
  const { user } = await open()
  const panel = screen.getByRole('region', { name: 'Build' })
  await user.click(within(panel).getByRole('tab', { name: /^Logs/ }))
  const dataTransfer = { types: ['Files'], files: [new File(['rope'], 'ropes.txt')] }

  fireEvent.dragEnter(within(panel).getByRole('textbox', { name: 'Log entry' }), { dataTransfer })
  fireEvent.drop(await within(panel).findByRole('region', { name: 'Files' }), { dataTransfer })
  expect(await within(panel).findByText('ropes.txt')).toBeTruthy()

  const isTaken = fireEvent.drop(screen.getByRole('tree'), { dataTransfer })
  expect(isTaken).toBe(false)
  expect(within(panel).getAllByText('ropes.txt')).toHaveLength(1)
})

it('a file that is too large offers no retry', async () => {
  const { user } = await open()

  await user.upload(screen.getByLabelText('Upload files'), new File([new Uint8Array(26 * 1024 * 1024)], 'film.mp4'))

  await screen.findByText('Files can be up to 25 MB.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
})
