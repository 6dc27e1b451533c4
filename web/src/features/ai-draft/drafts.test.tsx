import { aiApi } from '@cairn/contract/api/ai'
import { authApi } from '@cairn/contract/api/auth'
import { logsApi } from '@cairn/contract/api/logs'
import { nodeTreeApi } from '@cairn/contract/api/nodeTree'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { hasDrafts, keepDraft } from '../../lib/drafts.ts'
import { saveSession } from '../../lib/session.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { FakeStream } from '../../test/fakeStream.ts'
import { makeConfig, makeSession } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'

async function open(item: RegExp, prepare: (plan: FakePlan) => void = () => {}) {
  const plan = new FakePlan('Research\n  Audit')
  plan.api.on(authApi.config, () => ({ reply: makeConfig({ ai: true }) }))
  plan.api.on(aiApi.summarize, () => new FakeStream(aiApi.summarize).say('done', { text: 'All is well.', is_ai: true }))
  saveSession(makeSession())
  prepare(plan)
  const { user } = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'Node actions' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return screen.findByRole('dialog')
  }
  const close = async () => {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await openDialog()
  return { plan, user, openDialog, close }
}

it('keeps a summary that was edited, until it is added to the log', async () => {
  const { plan, user, openDialog, close } = await open(/^Summarize/)
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Summary/ })
  await waitFor(() => expect(field().value).toBe('All is well.'))
  await waitFor(() => expect(field().readOnly).toBe(false))

  await user.type(field(), ' Mostly.')
  await close()
  await openDialog()
  expect(field().value).toBe('All is well. Mostly.')
  expect(plan.api.sentTo(aiApi.summarize)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Add to log' }))

  await waitFor(() => expect(plan.logs.map(({ content }) => content)).toEqual(['All is well. Mostly.']))
  await waitFor(() => expect(hasDrafts()).toBe(false))
})

it('keeps the dialog open while a summary is added', async () => {
  const { plan, user } = await open(/^Summarize/)
  plan.api.on(logsApi.add, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
  const release = plan.api.hold(logsApi.add)
  await user.click(await screen.findByRole('button', { name: 'Add to log' }))

  await user.keyboard('{Escape}')
  release()

  await screen.findByText('Something went wrong.')
})

it('keeps what was asked of AI when the dialog closes', async () => {
  const { user, openDialog, close } = await open(/^Break down/)
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^What matters/ })

  await user.type(await field(), 'Only two weeks')
  await close()
  await openDialog()

  expect((await field()).value).toBe('Only two weeks')
})

const draftNodes =
  (...titles: string[]) =>
  (plan: FakePlan) =>
    keepDraft(
      `break down ${plan.node('Research').id}`,
      titles.map((title, id) => ({ id, level: 0, title, description: '' })),
    )

/** Adding nodes fails once the returned function is called. */
function failToAdd(plan: FakePlan) {
  plan.api.on(nodeTreeApi.createTree, () => ({ status: 500, error: 'Broken', code: 'internal' }))
  return plan.api.hold(nodeTreeApi.createTree)
}

it('keeps the focus in a drafted title when adding the nodes fails', async () => {
  const { plan, user } = await open(/^Break down/, draftNodes('Walls'))
  const release = failToAdd(plan)
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title 1' })

  await user.type(title, '{Enter}')
  await screen.findByRole('button', { name: 'Adding...' })
  expect(title.disabled).toBe(false)
  expect(title.readOnly).toBe(true)
  release()
  await screen.findByText('Broken')

  expect(document.activeElement).toBe(title)
})

it('adds, moves and removes no drafted nodes while they are added to the plan', async () => {
  const { plan, user } = await open(/^Break down/, draftNodes('Walls', 'Roof'))
  failToAdd(plan)
  const titles = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Title/ }).map(({ value }) => value)

  await user.click(await screen.findByRole('button', { name: 'Add 2 nodes' }))
  await screen.findByRole('button', { name: 'Adding...' })
  for (const name of ['Move “Roof” up', 'Move “Walls” down', 'Remove “Walls”', 'Add node'])
    await user.click(screen.getByRole('button', { name }))
  await user.click(screen.getByRole('button', { name: 'Put “Roof” under the node before' }))

  expect(titles()).toEqual(['Walls', 'Roof'])
  screen.getByRole('button', { name: 'Put “Roof” under the node before' })
})
