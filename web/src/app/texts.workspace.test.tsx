// The specified texts of the plan workspace, each shown in its state.
import { plansApi } from '@cairn/contract/api/plans'
import { screen, within } from '@testing-library/react'
import { describe, it } from 'vitest'
import { FakePlan } from '../test/fakePlan.ts'
import { makeId } from '../test/make.ts'
import { openApp } from '../test/render.tsx'
import { breakCalls, seeAll } from '../test/seenTexts.ts'
import { inWideWindow } from '../test/wideWindow.ts'

inWideWindow()

type User = ReturnType<typeof openApp>['user']
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }))

function open(plan: FakePlan, search = '') {
  localStorage.setItem('tour_skipped', 'true')
  return openApp(`/plans/${plan.plan.id}${search}`)
}

describe('opening', () => {
  it('shows that the plan is loading', async () => {
    const plan = new FakePlan('')
    plan.api.hold(plansApi.get)
    open(plan)
    await seeAll(['Loading your plan...'])
  })

  it('shows that the plan is not found', async () => {
    const plan = new FakePlan('')
    plan.api.on(plansApi.get, () => ({ status: 404, error: 'Gone', code: 'plan_not_found' }))
    openApp(`/plans/${makeId()}`)
    await seeAll(['Plan not found', "The requested plan doesn't exist or you don't have access."])
  })

  it('shows a welcome for an empty plan', async () => {
    const { user } = open(new FakePlan(''))
    await seeAll(['No nodes in this plan yet', 'Create Your First Node'])
    await press(user, 'Create Your First Node')
    await seeAll(['Create New Node'])
  })
})

describe('tree and insights', () => {
  it('name their contents', async () => {
    open(new FakePlan('Research\nBuild'))
    await seeAll([
      'Plan Structure',
      'Add Node',
      'Done',
      'Active',
      'Blocked',
      'Plan Insights',
      'Quick Stats',
      'Recent Activity',
      'Plan Details',
      'No recent activity',
    ])
  })

  it('show the latest activity, also of a node without a title', async () => {
    const plan = new FakePlan('Research')
    plan.node('Research').title = ''
    plan.activity = [
      {
        id: makeId(),
        revision: 1,
        type: 'node_created',
        content: 'Ana Ruiz added "Research"',
        plan_id: plan.plan.id,
        node_id: null,
        node_title: null,
        user: { id: makeId(), name: 'Ana Ruiz', email: 'ana@example.com', avatar_url: null },
        via: { kind: 'session' },
        run_id: null,
        created_at: new Date().toISOString(),
        data: { before: null, after: null },
      },
    ]
    open(plan)
    await seeAll(['just now', 'Untitled Node'])
  })
})

describe('the node panel', () => {
  const openNode = async () => {
    const plan = new FakePlan('Research\nBuild')
    const app = open(plan, `?node=${plan.node('Build').id}`)
    await within(await screen.findByRole('region', { name: 'Build' })).findByRole('heading', { name: 'Description' })
    const show = (tab: RegExp) => app.user.click(screen.getByRole('tab', { name: tab }))
    return { ...app, show }
  }

  it('shows an empty state in each tab', async () => {
    const { show } = await openNode()
    await seeAll(['No activity yet. Start by adding a log entry or uploading a file.', 'Agent Instructions'])
    await show(/^Logs/)
    await seeAll(['No logs yet. Add your first log entry!'])
    await show(/^Files/)
    await seeAll(['No files uploaded yet.'])
    await show(/^Agent/)
    await seeAll(['No agent instructions defined'])
  })

  it('shows that agent instructions were not saved', async () => {
    const { show, user } = await openNode()
    await show(/^Agent/)
    await press(user, 'Add instructions')
    await user.type(screen.getByRole('textbox', { name: 'Agent instructions' }), 'Go on')
    breakCalls()
    await press(user, 'Save')
    await seeAll(['Failed to save agent instructions. Please try again.'])
  })
})

describe('sharing', () => {
  it('shows who has access, and an invalid email', async () => {
    const { user } = open(new FakePlan('A'))
    await press(user, 'Share')
    await seeAll(['Share Plan', 'No collaborators yet'])
    const field = screen.getByLabelText('Invite by email')
    await user.type(field, '{Enter}')
    await seeAll(['Please enter an email address'])
    await user.type(field, 'ben{Enter}')
    await seeAll(['Please enter a valid email address'])
    await user.clear(field)
    await user.type(field, 'ana@example.com{Enter}')
    await seeAll(['This person already has access to the plan'])
    await user.clear(field)
    await user.type(field, 'ben@example.com')
    breakCalls()
    await user.type(field, '{Enter}')
    await seeAll(['Failed to add collaborator'])
  })
})
