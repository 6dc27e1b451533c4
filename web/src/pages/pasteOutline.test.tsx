import { nodeTreeApi } from '@cairn/contract/api/nodeTree'
import { type UndoRequest, undoApi } from '@cairn/contract/api/undo'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { keepDraft, listDrafts, readDraft } from '../lib/drafts.ts'
import { FakePlan } from '../test/fakePlan.ts'
import { makeNode } from '../test/make.ts'
import { openApp } from '../test/render.tsx'
import { inWideWindow } from '../test/wideWindow.ts'

inWideWindow()

async function open(plan: FakePlan) {
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  localStorage.setItem('tour_skipped', 'true')
  const app = openApp(`/plans/${plan.plan.id}`)
  await screen.findAllByRole('treeitem')
  return app
}

interface Sent {
  ref: string
  title: string
  children?: Sent[]
}
type Tree = { parent_id: string | null; nodes: Sent[] }

/** Gives each node of a tree an id. The calls make the changes 101, 102 and so on. */
function serveTrees(plan: FakePlan) {
  let change = 100
  plan.api.on(nodeTreeApi.createTree, ({ body }) => {
    const refs: Record<string, string> = {}
    const all = (nodes: readonly Sent[]): Sent[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])
    const nodes = all((body as Tree).nodes).map(({ ref, title }) => {
      const node = makeNode({ plan_id: plan.plan.id, title })
      refs[ref] = node.id
      return node
    })
    change += 1
    return { reply: { nodes, edges: [], refs }, headers: { 'x-change': `${change}` } }
  })
}

const row = (title: string) => screen.findByRole('treeitem', { name: new RegExp(`^${title},`) })
const paste = (target: Element, text: string) => fireEvent.paste(target, { clipboardData: { getData: () => text } })
const pasteFiles = (target: Element, files: File[], texts: Record<string, string>) =>
  fireEvent.paste(target, { clipboardData: { files, getData: (type: string) => texts[type] ?? '' } })
async function openEmpty(user: UserEvent) {
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Command palette' })
  await user.keyboard('paste outline{Enter}')
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Outline' })
}
const trees = (plan: FakePlan) => plan.api.sentTo(nodeTreeApi.createTree).map(({ body }) => body as Tree)

it('ignores what Linux pastes with the middle button, which moves the canvas', async () => {
  const plan = new FakePlan('Research\nBuild')
  await open(plan)
  const build = await row('Build')
  fireEvent.mouseDown(build, { button: 1 })
  const isIgnored = paste(build, 'Bricks')
  fireEvent.keyDown(build, { key: 'v', ctrlKey: true })
  paste(build, 'Walls')

  expect(isIgnored).toBe(true)
  expect(await screen.findByRole('textbox', { name: 'Outline' })).toHaveProperty('value', 'Walls')
})

it('previews several lines that are pasted into a new row, and leaves one line to the row', async () => {
  const plan = new FakePlan('Research\nBuild')
  serveTrees(plan)
  const { user } = await open(plan)
  ;(await row('Build')).focus()
  await user.keyboard('{F2}{Enter}{Tab}')
  const field = await screen.findByLabelText('New node title')
  expect(paste(field, 'Walls\n')).toBe(true)

  expect(paste(field, 'Walls\nRoof')).toBe(false)
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste outline' }))
  expect(dialog.getByRole('button', { name: 'Parent: Build' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Create 2 nodes' }))
  await screen.findByText('2 nodes created')
  expect(trees(plan)).toMatchObject([{ nodes: [{ title: 'Walls' }, { title: 'Roof' }] }])
})

it('shows the nodes of a pasted outline, and creates them under the row', async () => {
  const plan = new FakePlan('Research\nBuild')
  serveTrees(plan)
  const { user } = await open(plan)
  const build = await row('Build')
  build.focus()

  paste(build, '- Walls\n  - [x] Bricks\n- Roof')
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste outline' }))
  expect(dialog.getByRole('status').textContent).toBe('3 nodes on 2 levels')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Walls', 'Bricks', 'Roof'])
  expect(dialog.getByRole('button', { name: 'Parent: Build' })).toBeTruthy()
  expect(trees(plan)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Create 3 nodes' }))

  await screen.findByText('3 nodes created')
  expect(trees(plan)).toMatchObject([
    {
      parent_id: plan.node('Build').id,
      nodes: [
        { title: 'Walls', node_type: 'task', children: [{ title: 'Bricks', status: 'completed' }] },
        { title: 'Roof' },
      ],
    },
  ])
})

it('creates long outlines in slices that preserve every parent, and one Undo deletes all', async () => {
  const plan = new FakePlan('Build')
  serveTrees(plan)
  const { user } = await open(plan)
  const text = ['Top', ...Array.from({ length: 700 }, (_, i) => ` Step ${i}`), 'Last'].join('\n')

  paste(await row('Build'), text)
  await user.click(await screen.findByRole('button', { name: 'Create 702 nodes' }))
  await screen.findByText('702 nodes created')
  const [first, second, third] = trees(plan)
  expect([first?.nodes[0]?.children?.length, second?.nodes.length, third?.nodes.length]).toEqual([499, 201, 1])
  expect(third?.parent_id).toBe(plan.node('Build').id)
  await user.click(screen.getByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(plan.api.sentTo(undoApi.undo)).toHaveLength(1))
  expect(plan.api.sentTo(undoApi.undo).map(({ body }) => (body as UndoRequest).changes)).toEqual([[101, 102, 103]])
})

it('continues a long outline where it failed, and keeps only the rest as a draft', async () => {
  const plan = new FakePlan('Build')
  serveTrees(plan)
  const create = plan.api.handlerOf(nodeTreeApi.createTree)
  let calls = 0
  plan.api.on(nodeTreeApi.createTree, (request) => {
    calls += 1
    return calls === 2 || calls === 3 ? { status: 500, error: 'Broken', code: 'internal' } : create(request)
  })
  const { user } = await open(plan)
  const text = ['Top', ...Array.from({ length: 501 }, (_, i) => ` Step ${i}`), 'Last', ' [/] Party'].join('\n')
  const titles = ({ nodes }: Tree | undefined = { parent_id: null, nodes: [] }) => nodes.map(({ title }) => title)

  paste(await row('Build'), text)
  await user.click(await screen.findByRole('button', { name: 'Create 504 nodes' }))
  expect((await screen.findByRole('alert')).textContent).toBe('500 of 504 nodes created. Broken')
  const more = screen.getByRole('button', { name: 'Create remaining 4 nodes' })
  await user.click(more)
  await waitFor(() => expect(calls).toBe(3))
  expect(readDraft(`outline ${plan.plan.id}`)).toBe('- [ ] Step 499\n- [ ] Step 500\n- [ ] Last\n  - [/] Party')
  await waitFor(() => expect(more.getAttribute('aria-busy')).toBeNull())
  await user.click(more)

  await screen.findByText('504 nodes created')
  const [, , , steps, last] = trees(plan)
  expect(titles(steps)).toEqual(['Step 499', 'Step 500'])
  expect(last).toMatchObject({ parent_id: plan.node('Build').id, nodes: [{ title: 'Last' }] })
  expect(readDraft(`outline ${plan.plan.id}`)).toBeUndefined()
})

it('offers to undo what was created of an outline that failed', async () => {
  const plan = new FakePlan('Build')
  serveTrees(plan)
  const create = plan.api.handlerOf(nodeTreeApi.createTree)
  plan.api.on(nodeTreeApi.createTree, (request) =>
    trees(plan).length > 1 ? { status: 500, error: 'Broken', code: 'internal' } : create(request),
  )
  const { user } = await open(plan)

  paste(await row('Build'), Array.from({ length: 501 }, (_, i) => `Step ${i}`).join('\n'))
  await user.click(await screen.findByRole('button', { name: 'Create 501 nodes' }))
  await screen.findByRole('alert')
  await user.keyboard('{Escape}')

  const toast = (await screen.findByText('500 of 501 nodes created')).closest('li')
  within(toast as HTMLElement).getByRole('button', { name: 'Undo' })
  expect(readDraft(`outline ${plan.plan.id}`)).toBe('- [ ] Step 500')
})

it('keeps only the rest of long spreadsheet rows that failed', async () => {
  const plan = new FakePlan('Build')
  serveTrees(plan)
  const create = plan.api.handlerOf(nodeTreeApi.createTree)
  plan.api.on(nodeTreeApi.createTree, (request) =>
    trees(plan).length === 2 ? { status: 500, error: 'Broken', code: 'internal' } : create(request),
  )
  const { user } = await open(plan)
  const build = await row('Build')

  paste(build, Array.from({ length: 502 }, (_, i) => `Step ${i}\tDone\tNote ${i}`).join('\n'))
  await user.click(await screen.findByRole('button', { name: 'Create 502 nodes' }))
  await screen.findByRole('alert')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Command palette' })
  await user.keyboard('paste outline{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Create 2 nodes' }))

  await screen.findByText('2 nodes created')
  expect(trees(plan).at(-1)?.nodes).toMatchObject([
    { title: 'Step 500', status: 'completed', description: 'Note 500' },
    { title: 'Step 501', status: 'completed', description: 'Note 501' },
  ])
})

it('accepts an outline anywhere in the workspace, and creates it under the open node', async () => {
  const plan = new FakePlan('Research\nBuild')
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'graph')
  localStorage.setItem('tour_skipped', 'true')
  openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  await screen.findByRole('region', { name: 'Research' })

  expect(paste(document.body, 'Walls')).toBe(false)
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste outline' }))

  expect(dialog.getByRole('button', { name: 'Parent: Research' })).toBeTruthy()
  expect(paste(dialog.getByRole('button', { name: 'Cancel' }), 'Roof')).toBe(true)
})

it('takes the cells of a spreadsheet, not the picture that comes with them, and leaves copied files alone', async () => {
  const plan = new FakePlan('Build')
  await open(plan)
  const build = await row('Build')
  const file = (name: string) => [new File(['rope'], name)]

  expect(pasteFiles(build, file('ropes.txt'), { 'text/plain': 'ropes.txt' })).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  const cells = { 'text/plain': 'Walls\tDone', 'text/html': '<table><tr><td>Walls<td>Done</table>' }
  expect(pasteFiles(build, file('image.png'), cells)).toBe(false)

  const dialog = within(await screen.findByRole('dialog', { name: 'Paste outline' }))
  expect(dialog.getByRole('listitem').textContent).toBe('Walls')
})

it('keeps a typed outline as a draft after Escape, but not after Cancel', async () => {
  const plan = new FakePlan('Research')
  const { user } = await open(plan)

  await user.type(await openEmpty(user), 'Walls')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await openEmpty(user)).value).toBe('Walls')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  expect((await openEmpty(user)).value).toBe('')
})

it('keeps a typed outline when another one is pasted, changed and canceled', async () => {
  const plan = new FakePlan('Research')
  const { user } = await open(plan)
  const place = `outline ${plan.plan.id}`
  keepDraft(place, 'Walls')

  paste(await row('Research'), 'Roof')
  await user.type(await screen.findByRole('textbox', { name: 'Outline' }), 's')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  expect(listDrafts(place)).toEqual([{ place, draft: 'Walls' }])
})

it('keeps both a typed outline and the rest of a pasted one, and offers the latest first', async () => {
  const plan = new FakePlan('Research')
  serveTrees(plan)
  const create = plan.api.handlerOf(nodeTreeApi.createTree)
  plan.api.on(nodeTreeApi.createTree, (request) =>
    trees(plan).length === 2 ? { status: 500, error: 'Broken', code: 'internal' } : create(request),
  )
  const { user } = await open(plan)
  keepDraft(`outline ${plan.plan.id}`, 'Walls')

  paste(await row('Research'), Array.from({ length: 501 }, (_, i) => `Step ${i}`).join('\n'))
  await user.click(await screen.findByRole('button', { name: 'Create 501 nodes' }))
  await screen.findByRole('alert')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  expect((await openEmpty(user)).value).toBe('- [ ] Step 500')
  await user.click(screen.getByRole('button', { name: 'Create 1 node' }))
  await screen.findByText('1 node created')
  expect((await openEmpty(user)).value).toBe('Walls')
})

it('ignores pasting into a field and by viewers', async () => {
  const plan = new FakePlan('Build', { role: 'viewer' })
  await open(plan)

  expect(paste(screen.getByRole('searchbox', { name: 'Search nodes' }), 'Walls')).toBe(true)
  expect(paste(await row('Build'), 'Walls')).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('copies the selected nodes with their descendants as an outline', async () => {
  const plan = new FakePlan('Research\n  Interview\n  Audit\nBuild\n  Pages')
  const [audit, pages] = [plan.node('Audit').id, plan.node('Pages').id]
  const stamp = { version: 2, updated_at: '2026-03-05T10:00:00.000Z' }
  plan.happen('node.status_changed', audit, {
    before: { status: 'not_started' },
    after: { status: 'blocked', ...stamp },
  })
  plan.happen('node.updated', pages, { before: { due_date: null }, after: { due_date: '2026-03-09', ...stamp } })
  await open(plan)
  const copied: string[] = []
  const clipboardData = { setData: (_type: string, text: string) => copied.push(text) }

  fireEvent.click(await row('Research'))
  fireEvent.click(await row('Pages'), { ctrlKey: true })
  fireEvent.copy(await row('Pages'), { clipboardData })

  expect(copied).toEqual(['- [ ] Research\n  - [ ] Interview\n  - [!] Audit\n- [ ] Pages {due=2026-03-09}'])
  await screen.findByText('4 nodes copied as outline')
})
