import { nodesApi } from '@cairn/contract/api/nodes'
import { plansApi } from '@cairn/contract/api/plans'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeId } from '../../test/make.ts'
import { OUTLINE, open, row, rows } from '../../test/planTree.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

describe('opening a plan', () => {
  it('shows the tree with its progress, and subscribes from its revision', async () => {
    const plan = new FakePlan(OUTLINE)
    await open(plan)

    await row('Research')

    expect(rows()).toEqual(['Research', '  Interview customers', '  Audit content', 'Build', '  Implement pages'])
    expect(screen.getByRole('progressbar', { name: 'Plan progress' }).getAttribute('aria-valuenow')).toBe('0')
    expect(plan.live.heard).toEqual([{ type: 'subscribe', plan_id: plan.plan.id, since: 1, epoch: 'first' }])
  })

  it('requests plan and nodes while the code of the page loads, and only once', async () => {
    const plan = new FakePlan(OUTLINE)
    const asked = () => [plansApi.get, nodesApi.list].map((endpoint) => plan.api.sentTo(endpoint).length)
    const opened = open(plan)
    const before = asked()

    await opened
    await row('Research')

    expect(before).toEqual([1, 1])
    expect(asked()).toEqual([1, 1])
  })

  it('shows immediately that a plan is not found, whether it is missing or not accessible', async () => {
    const plan = new FakePlan('')
    plan.api.on(plansApi.get, () => ({ status: 404, error: 'Plan not found', code: 'plan_not_found' }))
    openApp(`/plans/${makeId()}`)

    await screen.findByRole('heading', { name: 'Plan not found' })

    expect(screen.getByText("The requested plan doesn't exist or you don't have access.")).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to My Plans' }).getAttribute('href')).toBe('/plans')
    expect(plan.api.sentTo(plansApi.get).length).toBe(1)
  })

  it('opens by itself once the database can be reached again', async () => {
    const plan = new FakePlan(OUTLINE)
    const [get, list] = [plan.api.handlerOf(plansApi.get), plan.api.handlerOf(nodesApi.list)]
    const away = { status: 503, error: 'The database cannot be reached.', code: 'unavailable' }
    plan.api.on(plansApi.get, () => away).on(nodesApi.list, () => away)
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
    })
    openApp(`/plans/${plan.plan.id}`)
    await screen.findByText('The database cannot be reached.')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(screen.getByText('The database cannot be reached.')).toBeTruthy()

    plan.api.on(plansApi.get, get).on(nodesApi.list, list)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await row('Research')
  })

  it('shows a welcome for an empty plan, and creates the first node', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)
    expect(await screen.findByText('No nodes in this plan yet')).toBeTruthy()

    await user.click(await screen.findByRole('button', { name: 'Create Your First Node' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create New Node' })
    await user.type(within(dialog).getByLabelText('Title'), 'Phase one{Enter}')

    await waitFor(async () => expect(document.activeElement).toBe(await row('Phase one')))
    expect(plan.api.sentTo(nodesApi.create)[0]?.body).toEqual({
      title: 'Phase one',
      node_type: 'phase',
      parent_id: null,
      order_index: null,
    })
  })

  it('creates one node after another while the dialog stays open', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)
    await user.click(await screen.findByRole('button', { name: 'Create Your First Node' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New Node' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Create another' }))

    const title = dialog.getByLabelText<HTMLInputElement>('Title')
    await user.type(title, 'Phase one{Enter}')
    await dialog.findByText('“Phase one” created')
    expect([document.activeElement, title.value]).toEqual([title, ''])
    await user.click(dialog.getByRole('checkbox', { name: 'Create another' }))
    await user.type(title, 'Phase two{Enter}')

    await waitFor(async () => expect(document.activeElement).toBe(await row('Phase two')))
    expect(rows()).toEqual(['Phase one', 'Phase two'])
  })

  it('fills an empty plan from a template, and focuses its root', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)

    await user.click(await screen.findByRole('button', { name: /^Team Project/ }))

    await waitFor(async () => expect(document.activeElement).toBe(await row(plan.plan.title)))
    expect(rows()).toEqual([plan.plan.title, '  Kick-off', '  Hand-over'])
    expect(plan.api.sentTo(plansApi.applyTemplate).map(({ body }) => body)).toEqual([{ template: 'team-project' }])
    expect(plan.api.sentTo(nodesApi.list)).toHaveLength(1)
    expect(plan.api.sentTo(plansApi.get)).toHaveLength(1)
  })

  it('fills it without live updates too', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)
    act(() => plan.live.close(1012))

    await user.click(await screen.findByRole('button', { name: /^Team Project/ }))

    await row('Kick-off')
    expect(rows()).toEqual([plan.plan.title, '  Kick-off', '  Hand-over'])
  })

  it('shows why a template could not be applied, and accepts another', async () => {
    const plan = new FakePlan('')
    plan.api.on(plansApi.applyTemplate, () => ({
      status: 409,
      error: 'This plan already has nodes.',
      code: 'plan_not_empty',
    }))
    const { user } = await open(plan)

    await user.click(await screen.findByRole('button', { name: /^Sprint Planning/ }))

    expect((await screen.findByRole('alert')).textContent).toBe('This plan already has nodes.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Sprint Planning/ }).disabled).toBe(false)
  })

  it('shows an empty plan to a viewer without any actions', async () => {
    await open(new FakePlan('', { role: 'viewer' }))

    await screen.findByText('No nodes in this plan yet')

    expect(screen.queryByRole('button', { name: 'Create Your First Node' })).toBeNull()
    expect(screen.queryByText('Start from a template')).toBeNull()
  })

  it('hides actions that a viewer may not use', async () => {
    await open(new FakePlan(OUTLINE, { role: 'viewer' }), '')
    await row('Research')

    expect(screen.queryByRole('button', { name: 'Add Node' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Status/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Plan status/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
  })

  it('renames the plan in place', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)

    await user.click(screen.getByRole('button', { name: plan.plan.title }))
    await user.clear(screen.getByLabelText('Plan title'))
    await user.keyboard('New name{Enter}')

    await screen.findByRole('heading', { name: 'New name' })
    expect(plan.api.sentTo(plansApi.update)[0]?.body).toEqual({ title: 'New name' })
  })

  it('reads the plan again after a change, not from what was requested when the page was opened', async () => {
    const plan = new FakePlan('')
    const { user, router } = await open(plan)
    const address = router.state.location.pathname
    await act(() => router.navigate('/settings'))
    await act(() => router.navigate(address))

    await user.click(await screen.findByRole('button', { name: plan.plan.title }))
    await user.clear(screen.getByLabelText('Plan title'))
    await user.keyboard('New name{Enter}')

    await waitFor(() => expect(plan.api.sentTo(plansApi.get)).toHaveLength(3))
    expect(screen.getByRole('heading', { name: 'New name' })).toBeTruthy()
  })

  it('keeps someone else’s new title of the plan, unless another was typed', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)
    await user.click(screen.getByRole('button', { name: plan.plan.title }))

    act(() => plan.happen('plan.updated', null, { before: {}, after: { title: 'Theirs', version: 2 } }))
    await user.keyboard('{Enter}')

    await screen.findByRole('button', { name: 'Theirs' })
    expect(plan.api.sentTo(plansApi.update)).toEqual([])
  })
})

describe('live changes by others', () => {
  it('appear in their row without refetching the list', async () => {
    const plan = new FakePlan(OUTLINE)
    await open(plan)
    await row('Build')

    act(() => plan.change('Build', { title: 'Construct' }))

    await row('Construct')
    expect(plan.api.sentTo(nodesApi.list).length).toBe(1)
  })

  it('show who is viewing the plan', async () => {
    const plan = new FakePlan(OUTLINE)
    plan.live.people = [{ id: makeId(), name: 'Ben Okafor', avatar_url: null, node_id: null }]
    await open(plan)

    const here = await screen.findByRole('list', { name: 'Viewing now' })

    expect(within(here).getByRole('img', { name: 'Ben Okafor' })).toBeTruthy()
  })

  it('show who is viewing a node on its row', async () => {
    const plan = new FakePlan(OUTLINE)
    const build = plan.node('Build').id
    plan.live.people = [
      { id: makeId(), name: 'Ben Okafor', avatar_url: null, node_id: build },
      { id: makeId(), name: 'Chloe Martin', avatar_url: null, node_id: build },
    ]
    await open(plan)

    const viewers = await within(await row('Build')).findByRole('img', { name: /viewing this/ })

    expect(viewers.getAttribute('aria-label')).toBe('Ben Okafor and Chloe Martin are viewing this')
    expect(screen.getAllByRole('img', { name: /viewing this/ })).toHaveLength(1)
  })

  it.each(['access is revoked', 'its owner deletes it'])(
    'end with it when %s, and nothing of it is asked for',
    async (how) => {
      const plan = new FakePlan(OUTLINE)
      const { router } = await open(plan, `?node=${plan.node('Build').id}`)
      await screen.findByRole('heading', { name: 'Description' })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
      const asked = plan.api.requests.length
      plan.api.on(plansApi.get, () => ({ status: 404, error: 'Plan not found', code: 'plan_not_found' }))

      act(() => {
        if (how === 'its owner deletes it')
          plan.happen('plan.deleted', null, { before: { title: plan.plan.title }, after: null })
        plan.live.close(4003)
      })
      await screen.findByText('Plan not found')
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      // Except whether it is back: the list of plans is watched for that.
      const back: string[] = ['/live/ticket', plansApi.get.path]
      expect(plan.api.requests.slice(asked).filter(({ endpoint }) => !back.includes(endpoint.path))).toEqual([])
      plan.api.on(plansApi.get, () => ({ reply: plan.plan }))

      // The plan may exist again by the next visit.
      await router.navigate('/plans/new')
      await screen.findByRole('heading', { name: 'Create Plan' })
      await router.navigate(`/plans/${plan.plan.id}`)
      await row('Build')
    },
  )
})
