// The specified texts of the shell, My Plans and plan creation, each shown in its state.
import { aiApi } from '@cairn/contract/api/ai'
import { authApi } from '@cairn/contract/api/auth'
import { type ListedPlan, plansApi } from '@cairn/contract/api/plans'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, it, vi } from 'vitest'
import { lazyPage } from '../lib/lazyCode.ts'
import { FakeApi } from '../test/fakeApi.ts'
import { FakeStream } from '../test/fakeStream.ts'
import { makeConfig, makePlan } from '../test/make.ts'
import { pageOf } from '../test/pages.ts'
import { openApp } from '../test/render.tsx'
import { breakCalls, seeAll } from '../test/seenTexts.ts'
import { ErrorPage } from './ErrorPage.tsx'

const serve = (plans: ListedPlan[] = []) =>
  new FakeApi()
    .on(authApi.config, () => ({ reply: makeConfig({ ai: true }) }))
    .on(plansApi.list, ({ query }) => (query.trash ? { reply: [] } : pageOf(plans, query)))

const press = async (user: ReturnType<typeof openApp>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('the shell', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })

  const open = (route: object) =>
    render(
      <RouterProvider
        router={createMemoryRouter([
          { path: '/', errorElement: <ErrorPage />, hydrateFallbackElement: <p />, ...route },
        ])}
      />,
    )

  it('names its pages', async () => {
    serve()
    const { user } = openApp('/plans')
    await seeAll(['My Plans', 'Profile', 'Settings'])
    await user.click(screen.getByRole('button', { name: /^Account menu of / }))
    await seeAll(['Logout'])
  })

  it('shows a failed page', async () => {
    const Broken = () => {
      throw new Error('broken')
    }
    open({ element: <Broken /> })
    await seeAll(['Unexpected Application Error!'])
  })

  it('shows that the code of a page failed to load', async () => {
    open({ lazy: lazyPage(() => Promise.reject<{ Page: () => null }>(new Error('offline')), 'Page') })
    await seeAll(['Loading chunk … failed'])
  })
})

describe('My Plans', () => {
  it('shows that it is loading', async () => {
    serve().hold(plansApi.list)
    openApp('/plans')
    await seeAll(['Loading your plans...'])
  })

  it('shows a welcome for an empty list', async () => {
    serve()
    openApp('/plans')
    await seeAll([
      'Create your first plan to get started',
      'Start Your Planning Journey',
      'AI-Powered Creation',
      'Manual Creation',
      'Product Launch',
      'Team Project',
      'Sprint Planning',
      'Growth Strategy',
    ])
  })

  it('shows both ways to create a plan', async () => {
    serve([makePlan()])
    const { user } = openApp('/plans')
    await screen.findByText('Website relaunch')
    await press(user, 'Create')
    await seeAll(['Create with AI', 'Create Manually'])
  })

  it('shows that a template could not be used', async () => {
    serve()
    const { user } = openApp('/plans')
    await screen.findByText('Team Project')
    breakCalls()
    await user.click(screen.getByRole('button', { name: /^Team Project/ }))
    await seeAll(['Failed to create plan'])
  })

  it('counts plans, and shows when none is found', async () => {
    serve([makePlan()])
    const { user } = openApp('/plans')
    await seeAll(['… in your workspace', 'Search plans...', 'No nodes yet'])
    await user.type(screen.getByPlaceholderText('Search plans...'), 'zzz')
    await seeAll(['No plans found', 'Try adjusting your search or filters'])
  })
})

describe('creating a plan', () => {
  it('names both of its actions, and shows failures', async () => {
    serve()
    const { user } = openApp('/plans/new')
    await seeAll(['Create Plan', 'Cancel'])
    breakCalls()
    await user.type(screen.getByLabelText('Title'), 'Alpha{Enter}')
    await seeAll(['Failed to create plan'])
  })
})

describe('creating a plan with AI', () => {
  it('shows its steps and each kind of failure', async () => {
    const streams: FakeStream<typeof aiApi.createPlan>[] = []
    serve().on(aiApi.createPlan, () => {
      const stream = new FakeStream(aiApi.createPlan)
      streams.push(stream)
      return stream
    })
    const { user } = openApp('/plans/ai-create')
    await user.type(await screen.findByLabelText('What do you want to plan?'), 'Open a bakery')
    await press(user, 'Generate plan')
    await seeAll([
      'Creating your plan...',
      'Understanding requirements',
      'Structuring phases',
      'Creating tasks and milestones',
      'Setting up timeline',
      'Finalizing',
    ])

    streams[0]?.say('error', { error: 'Something went wrong.', code: 'internal' }).end()
    await seeAll(['Error: …'])
    await press(user, 'Generate plan')
    await screen.findByRole('dialog')
    streams[1]?.say('error', { error: '', code: 'internal' }).end()
    await seeAll(['Failed to generate plan. Please try again.'])
  })
})
