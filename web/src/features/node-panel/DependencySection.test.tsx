import { edgesApi } from '@cairn/contract/api/edges'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeEdge } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

const OUTLINE = 'Prepare\n  Buy ropes\n  Pack\nWalk\n  Set off'

inWideWindow()

/** Opens Pack, which depends on the ropes. Setting off depends on it. */
async function open(role: PlanRole = 'owner') {
  const plan = new FakePlan(OUTLINE, { role })
  const [ropes, pack, start] = [plan.node('Buy ropes').id, plan.node('Pack').id, plan.node('Set off').id]
  plan.edges.push(makeEdge({ source_id: ropes, target_id: pack }), makeEdge({ source_id: pack, target_id: start }))
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  const { user } = openApp(`/plans/${plan.plan.id}?node=${pack}`)
  const section = await screen.findByRole('region', { name: 'Dependencies' })
  await screen.findByRole('list', { name: 'Required by' })
  return { plan, user, section, ropes, pack, start }
}

const listed = (relation: string) =>
  within(screen.getByRole('list', { name: relation }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('the dependencies of a node', () => {
  it('are listed from the node’s point of view and open the other node', async () => {
    const { user } = await open()
    expect(listed('Depends on')).toEqual(['Buy ropes'])
    expect(listed('Required by')).toEqual(['Set off'])

    await user.click(screen.getByRole('button', { name: 'Set off, Not started' }))

    await screen.findByRole('region', { name: 'Set off' })
    await waitFor(() => expect(listed('Depends on')).toEqual(['Pack']))
  })

  it('can be changed and removed', async () => {
    const { user, plan } = await open()

    await user.click(screen.getByRole('button', { name: 'Edit link to Buy ropes' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Comes after' }))
    await waitFor(() => expect(listed('Comes after')).toEqual(['Buy ropes']))
    expect(screen.queryByRole('list', { name: 'Depends on' })).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Edit link to Set off' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove link' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Required by' })).toBeNull())
    expect(plan.edges.map(({ kind }) => kind)).toEqual(['sequence'])

    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByRole('list', { name: 'Required by' })
    expect(plan.edges.map(({ kind }) => kind)).toEqual(['sequence', 'dependency'])
  })

  it('can be added by keyboard in both directions', async () => {
    const { user, plan, pack } = await open()
    screen.getByRole('button', { name: 'Add link' }).focus()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Link “Pack” to another node' })
    expect(document.activeElement).toBe(within(dialog).getByRole('combobox', { name: 'Node to link' }))
    expect(within(dialog).queryByRole('option', { name: /^Pack/ })).toBeNull()

    await user.tab({ shift: true })
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Comes before'))
    await user.tab()
    await user.keyboard('walk{Enter}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(listed('Comes before')).toEqual(['Walk'])
    expect(plan.api.sentTo(edgesApi.create)[0]?.body).toEqual({
      source_id: pack,
      target_id: plan.node('Walk').id,
      kind: 'sequence',
    })
  })

  it('are rejected with the path if they form a cycle, and with a reason if they are duplicates', async () => {
    const { user, plan, pack, start } = await open()
    plan.api.on(edgesApi.create, () => ({
      ...{ status: 409, error: 'This dependency would create a cycle.', code: 'cycle' },
      details: { path: [start, pack, start] },
    }))
    await user.click(screen.getByRole('button', { name: 'Add link' }))
    await user.keyboard('set off{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('This dependency would create a cycle.Set off → Pack → Set off')

    plan.api.on(edgesApi.create, () => ({
      ...{ status: 409, error: 'These nodes already have a link of this kind.', code: 'already_exists' },
    }))
    await user.keyboard('{Enter}')
    await screen.findByText('These nodes already have a link of this kind.')
    await user.keyboard('{Escape}')

    plan.api.on(edgesApi.update, () => ({
      ...{ status: 409, error: 'These nodes already have a link of this kind.', code: 'already_exists' },
    }))
    await user.click(screen.getByRole('button', { name: 'Edit link to Buy ropes' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Referenced by' }))
    expect((await screen.findByRole('alert')).textContent).toBe('These nodes already have a link of this kind.')
    expect(listed('Depends on')).toEqual(['Buy ropes'])
  })

  it('show other people’s changes', async () => {
    const { plan, ropes, start } = await open()
    await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))

    const edge = makeEdge({ source_id: ropes, target_id: plan.node('Pack').id, kind: 'reference' })
    plan.happen('edge.created', ropes, { before: null, after: edge })
    await waitFor(() => expect(listed('Referenced by')).toEqual(['Buy ropes']))

    const before = { parent_id: plan.node('Walk').id, order_index: 0, count: 1 }
    plan.happen('node.deleted', start, { before, after: null })
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Required by' })).toBeNull())
  })

  it.each(['viewer', 'commenter'] as const)('are read-only for a %s', async (role) => {
    const { user, section } = await open(role)

    expect(listed('Depends on')).toEqual(['Buy ropes'])
    expect(within(section).getAllByRole('button')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Buy ropes, Not started' }))
    await screen.findByRole('region', { name: 'Buy ropes' })
    await user.click(screen.getByRole('treeitem', { name: /^Walk/ }))
    expect(within(await screen.findByRole('region', { name: 'Dependencies' })).getByText('None')).toBeTruthy()
  })
})
