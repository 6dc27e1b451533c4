import { nodesApi } from '@cairn/contract/api/nodes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

async function openNode(criteria: string) {
  const plan = new FakePlan('Research\nBuild')
  plan.change('Research', { acceptance_criteria: criteria })
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  const panel = within(await screen.findByRole('region', { name: 'Research' }))
  await panel.findByRole('button', { name: 'Add criterion' })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  const works = plan.api.handlerOf(nodesApi.update)
  return {
    ...app,
    plan,
    panel,
    shown: () => panel.queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent),
    saved: () => plan.node('Research').acceptance_criteria,
    add: async (text: string) => {
      await app.user.click(panel.getByRole('button', { name: 'Add criterion' }))
      await app.user.keyboard(`${text}{Enter}{Escape}`)
    },
    disconnect: () =>
      plan.api.on(nodesApi.update, () => {
        throw new TypeError('Failed to fetch')
      }),
    reconnect: () => plan.api.on(nodesApi.update, works),
  }
}

const NO_REPLY = 'Cannot reach the server. Check your connection and try again.'

describe('without a connection', () => {
  it('takes a tick back and offers to try again', async () => {
    const { user, panel, saved, disconnect, reconnect } = await openNode('It stands')
    const isTicked = () => panel.getByRole<HTMLInputElement>('checkbox', { name: 'It stands' }).checked
    disconnect()

    await user.click(panel.getByRole('checkbox', { name: 'It stands' }))
    const failed = (await screen.findByText('Failed to save acceptance criteria')).closest('li') as HTMLElement
    await waitFor(() => expect(isTicked()).toBe(false))
    reconnect()
    await user.click(within(failed).getByRole('button', { name: 'Try again' }))

    await waitFor(() => expect(saved()).toBe('[x] It stands'))
    expect(isTicked()).toBe(true)
  })

  it('puts a removed criterion back, without saying that it was removed', async () => {
    const { user, panel, shown, disconnect } = await openNode('It stands')
    disconnect()

    await user.click(panel.getByRole('button', { name: 'Remove “It stands”' }))
    await screen.findByText('Failed to save acceptance criteria')

    await waitFor(() => expect(shown()).toEqual(['It stands']))
    expect(screen.queryByText('Criterion removed')).toBeNull()
  })

  it('keeps every new criterion as not saved, until it is sent again or discarded', async () => {
    const { user, panel, shown, saved, add, disconnect, reconnect } = await openNode('It stands')
    disconnect()

    await add('It floats{Enter}It flies')
    await panel.findByText(`“It floats” isn’t saved. ${NO_REPLY}`)
    await panel.findByText(`“It flies” isn’t saved. ${NO_REPLY}`)
    await waitFor(() => expect(shown()).toEqual(['It stands']))
    reconnect()
    await user.click(panel.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
    await waitFor(() => expect(saved()).toBe('It stands\nIt floats'))
    await user.click(await panel.findByRole('button', { name: 'Discard' }))

    expect(panel.queryByText(/isn’t saved/)).toBeNull()
    expect(shown()).toEqual(['It stands', 'It floats'])
  })

  it('still offers a changed text when the node is opened again', async () => {
    const { user, panel, saved, disconnect, reconnect } = await openNode('It stands')
    disconnect()

    await user.click(panel.getByRole('button', { name: 'Edit “It stands”' }))
    await user.keyboard(' upright{Enter}')
    await panel.findByText(`“It stands upright” isn’t saved. ${NO_REPLY}`)
    reconnect()
    await user.click(screen.getByRole('treeitem', { name: /^Build/ }))
    await screen.findByRole('region', { name: 'Build' })
    await user.click(screen.getByRole('treeitem', { name: /^Research/ }))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))

    await waitFor(() => expect(saved()).toBe('It stands upright'))
    await waitFor(() => expect(screen.queryByText(/isn’t saved/)).toBeNull())
  })

  it('forgets a new criterion that was saved although its reply was lost', async () => {
    const { plan, panel, shown, add, disconnect } = await openNode('It stands')
    disconnect()

    await add('It floats')
    await panel.findByText(/^“It floats” isn’t saved\./)
    act(() => plan.change('Research', { acceptance_criteria: 'It stands\nIt floats' }))

    await waitFor(() => expect(panel.queryByText(/isn’t saved/)).toBeNull())
    expect(shown()).toEqual(['It stands', 'It floats'])
  })

  it('adds a criterion once when it is sent again after its reply was lost', async () => {
    const { user, plan, panel, saved, shown, add, reconnect } = await openNode('It stands')
    plan.api.on(nodesApi.update, () => {
      const node = plan.node('Research')
      Object.assign(node, { acceptance_criteria: 'It stands\nIt floats', version: node.version + 1 })
      throw new TypeError('Failed to fetch')
    })

    await add('It floats')
    await panel.findByText(/^“It floats” isn’t saved\./)
    reconnect()
    await user.click(panel.getByRole('button', { name: 'Try again' }))

    await waitFor(() => expect(panel.queryByText(/isn’t saved/)).toBeNull())
    expect(saved()).toBe('It stands\nIt floats')
    await waitFor(() => expect(shown()).toEqual(['It stands', 'It floats']))
  })
})

it('sends changes one after another, so that one that fails is not part of the next', async () => {
  const { user, plan, panel, shown, saved, reconnect } = await openNode('It stands\nIt floats')
  plan.api.on(nodesApi.update, () => {
    reconnect()
    return { status: 500, error: 'Something went wrong.', code: 'internal' }
  })
  const release = plan.api.hold(nodesApi.update)

  await user.click(panel.getByRole('button', { name: 'Remove “It stands”' }))
  await user.click(panel.getByRole('checkbox', { name: 'It floats' }))
  expect(shown()).toEqual(['It floats'])
  release()

  await waitFor(() => expect(saved()).toBe('It stands\n[x] It floats'))
  await waitFor(() => expect(shown()).toEqual(['It stands', 'It floats']))
})

describe('while someone else changes the list', () => {
  it('keeps the field of a criterion open', async () => {
    const { user, plan, panel, saved } = await openNode('It stands')
    await user.click(panel.getByRole('button', { name: 'Edit “It stands”' }))
    const field = panel.getByRole('textbox', { name: 'Criterion' })
    await user.keyboard(' up')

    act(() => plan.change('Research', { acceptance_criteria: 'It floats\nIt stands' }))
    await panel.findByRole('checkbox', { name: 'It floats' })
    expect(panel.getByRole('textbox', { name: 'Criterion' })).toBe(field)
    expect(document.activeElement).toBe(field)
    await user.keyboard('right{Enter}')

    await waitFor(() => expect(saved()).toBe('It floats\nIt stands upright'))
  })

  it.each(['It stands firm', ''])('adds a text whose criterion has changed to “%s”', async (theirs) => {
    const { user, plan, panel, saved } = await openNode('It stands')
    await user.click(panel.getByRole('button', { name: 'Edit “It stands”' }))
    await user.keyboard(' up')

    act(() => plan.change('Research', { acceptance_criteria: theirs }))
    await panel.findByRole('textbox', { name: 'Criterion' })
    await user.type(panel.getByRole('textbox', { name: 'Criterion' }), 'right{Enter}')

    await waitFor(() => expect(saved()).toBe(['It stands upright', theirs].filter(Boolean).join('\n')))
  })
})
