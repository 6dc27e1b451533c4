import { nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { nodesApi } from '@cairn/contract/api/nodes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { card, focused, inSizedWindow, open, titles } from '../../test/graph.tsx'

inSizedWindow()

describe('by keyboard', () => {
  it('Tab reaches one card, and arrow keys move to parents, children and siblings', async () => {
    const { user } = await open()
    await user.tab()
    expect(focused()).toBe('Trip')

    const path: Record<string, string>[] = [
      { ArrowDown: 'Prepare' },
      { ArrowRight: 'Walk' },
      { ArrowRight: 'Walk' },
      { ArrowLeft: 'Prepare' },
      { ArrowDown: 'Pack' },
      { ArrowRight: 'Train' },
      { ArrowUp: 'Prepare' },
      { ArrowDown: 'Pack' },
      { Home: 'Trip' },
      { ArrowUp: 'Trip' },
    ]
    for (const step of path)
      for (const [key, title] of Object.entries(step)) {
        await user.keyboard(`{${key}}`)
        expect(focused()).toBe(title)
      }

    await user.tab()
    expect(focused()).toBe(undefined)
    await user.tab({ shift: true })
    expect(focused()).toBe('Trip')
  })

  it('acts on what is selected, and on no other card, while the canvas has the focus', async () => {
    const { user, plan } = await open()
    const outline = plan.outline
    await user.tab()
    const press = (key: string, ctrlKey = false) => fireEvent.keyDown(screen.getByRole('application'), { key, ctrlKey })

    press('Delete')
    press('Enter', true)
    press('F2')
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
    expect(plan.outline).toEqual(outline)
    expect(plan.api.sentTo(nodesApi.setStatus)).toEqual([])

    fireEvent.click(await card('Pack'), { ctrlKey: true })
    press('Delete')
    await waitFor(() => expect(plan.outline).toEqual(outline.filter((line) => !line.includes('Pack'))))
  })

  it('the space bar collapses and expands a branch, and the down arrow expands a collapsed one first', async () => {
    const { user } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown} ')
    await waitFor(() => expect(titles()).toEqual(['Trip', 'Prepare', 'Walk']))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Prepare, Task, Not started, collapsed')

    await user.keyboard('{ArrowDown}')
    await screen.findByRole('article', { name: /^Pack,/ })
    expect(focused()).toBe('Prepare')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Pack')
  })

  it('Enter opens a node, F2 renames it, and the focus stays on its card', async () => {
    const { user, plan } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(screen.getByText('Open: Pack')).toBeTruthy()
    expect(focused()).toBe('Pack')

    await user.keyboard('{F2}Fill the bag{Enter}')
    await waitFor(() => expect(focused()).toBe('Fill the bag'))
    expect(plan.outline).toContain('    Fill the bag')

    await user.keyboard('{F2}Something else{Escape}')
    await waitFor(() => expect(focused()).toBe('Fill the bag'))
    expect(plan.api.sentTo(nodesApi.update)).toHaveLength(1)
  })

  it('the menu key opens the menu of the card, which returns the focus', async () => {
    const { user } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown}{ContextMenu}')
    await screen.findByRole('menuitem', { name: 'Add child' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe('Prepare'))

    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: /^Rename/ }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }))
  })

  it('the menu duplicates a node, and the focus stays on its card', async () => {
    const { user, plan } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown}{ContextMenu}')
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))

    await waitFor(() => expect(plan.outline.at(-2)).toBe('  Prepare (copy)'))
    await waitFor(() => expect(focused()).toBe('Prepare'))
  })

  it('a node is completed by its circle and by Ctrl+Enter', async () => {
    const { user, plan } = await open()
    await user.click(within(card('Pack')).getByRole('button', { name: 'Completed' }))
    await waitFor(() => expect(plan.node('Pack').status).toBe('completed'))
    expect(screen.getByText('Open:')).toBeTruthy()
    act(() => card('Train').focus())
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(plan.node('Train').status).toBe('completed'))
  })

  it('Shift and Ctrl select several nodes, and Escape clears the selection', async () => {
    const { user } = await open()
    const selected = () => screen.getByText(/^Selected:/).textContent
    await user.tab()
    await user.keyboard('{ArrowDown}{Shift>} {/Shift}{Shift>}{ArrowRight}{/Shift}')
    expect(focused()).toBe('Walk')
    expect(selected()).toBe('Selected: Prepare, Walk')
    expect(card('Walk').getAttribute('aria-label')).toMatch(/, selected$/)
    await user.keyboard('{Control>} {/Control}')
    expect(selected()).toBe('Selected: Prepare')

    await user.keyboard('{Control>}a{/Control}')
    expect(selected()).toBe('Selected: Trip, Prepare, Pack, Train, Walk')
    await user.keyboard('{Escape}')
    expect([selected(), focused()]).toEqual(['Selected: ', 'Walk'])
    fireEvent.keyDown(card('Walk'), { key: 'ф', code: 'KeyA', ctrlKey: true })
    expect(selected()).toBe('Selected: Trip, Prepare, Pack, Train, Walk')
  })

  it('Delete deletes all selected nodes', async () => {
    const { user, plan } = await open()
    plan.api.on(nodeBulkApi.bulk, () => ({ reply: [] }))
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowRight}{/Shift}{Delete}')

    await waitFor(() => expect(plan.api.sentTo(nodeBulkApi.bulk)).toHaveLength(1))
    expect(plan.api.sentTo(nodeBulkApi.bulk)[0]?.body).toEqual({
      node_ids: [plan.node('Pack').id, plan.node('Train').id],
      delete: true,
    })
  })

  it('Delete moves a node to the trash, and the focus to its neighbor or parent', async () => {
    const { user, plan } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{Delete}')
    await waitFor(() => expect(focused()).toBe('Train'))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(focused()).toBe('Prepare'))
    await waitFor(() => expect(plan.outline).toEqual(['Trip', '  Prepare', '  Walk']))
  })

  it('Delete returns the focus if the node could not be deleted', async () => {
    const { user, plan } = await open()
    plan.api.on(nodesApi.delete, () => ({ status: 503, error: 'Unavailable', code: 'unavailable' }))
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{Delete}')
    await screen.findByText('Failed to delete “Pack”')
    await waitFor(() => expect(focused()).toBe('Pack'))
  })
})
