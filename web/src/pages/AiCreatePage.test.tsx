import { aiApi } from '@cairn/contract/api/ai'
import { authApi } from '@cairn/contract/api/auth'
import { plansApi } from '@cairn/contract/api/plans'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FakePlan } from '../test/fakePlan.ts'
import { FakeStream } from '../test/fakeStream.ts'
import { makeConfig } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const QUESTION = 'What do you want to plan?'

/** A server that generates one plan, which can be opened then. Each attempt has its own stream. */
function serve({ ai = true }: { ai?: boolean } = {}) {
  const plan = new FakePlan('')
  const streams: FakeStream<typeof aiApi.createPlan>[] = []
  plan.api
    .on(authApi.config, () => ({ reply: makeConfig({ ai }) }))
    .on(plansApi.list, () => ({ reply: [] }))
    .on(aiApi.createPlan, () => {
      const stream = new FakeStream(aiApi.createPlan)
      streams.push(stream)
      return stream
    })
  return { plan, api: plan.api, streams, made: { plan_id: plan.plan.id, is_ai: ai } }
}

/** Opens the page and sends a prompt. */
async function generate(prompt = 'Open a bakery') {
  const app = openApp('/plans/ai-create')
  await app.user.type(await screen.findByLabelText(QUESTION), prompt)
  await app.user.click(screen.getByRole('button', { name: 'Generate plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Creating your plan...' })
  return { ...app, dialog }
}

const prompt = () => screen.getByLabelText<HTMLTextAreaElement>(QUESTION)

describe('the prompt', () => {
  it('counts up to a thousand characters, and must not be blank', async () => {
    const { api } = serve()
    const { user } = openApp('/plans/ai-create')
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Generate plan' })
    expect(screen.getByText('0/1000')).toBeTruthy()

    await user.type(prompt(), '  {Control>}{Enter}{/Control}')
    expect(screen.getByText('2/1000')).toBeTruthy()
    expect(button.disabled).toBe(true)

    await user.clear(prompt())
    await user.click(prompt())
    await user.paste('x'.repeat(1_200))
    expect(screen.getByText('1000/1000')).toBeTruthy()
    expect(button.disabled).toBe(false)
    expect(api.requests.map(({ endpoint }) => endpoint)).toEqual([authApi.config])
  })

  it('has the focus, and Ctrl or Cmd with Enter sends it', async () => {
    const { api } = serve()
    const { user } = openApp('/plans/ai-create')
    await screen.findByLabelText(QUESTION)
    expect(document.activeElement).toBe(prompt())

    await user.keyboard('Open a bakery{Meta>}{Enter}{/Meta}')

    await screen.findByRole('dialog')
    expect(api.sentTo(aiApi.createPlan)[0]?.body).toEqual({
      prompt: 'Open a bakery',
      complexity: 'detailed',
      timeline: 'auto',
    })
  })

  it.each(['Mobile app', 'Product launch', 'Online course', 'Marketing campaign'])(
    'is filled by the example %s',
    async (name) => {
      serve()
      const { user } = openApp('/plans/ai-create')

      await user.click(await screen.findByRole('button', { name }))

      expect(prompt().value.length).toBeGreaterThan(80)
      expect(document.activeElement).toBe(prompt())
    },
  )

  it('is restored by Undo after an example has replaced it', async () => {
    serve()
    const { user } = openApp('/plans/ai-create')
    await user.type(await screen.findByLabelText(QUESTION), 'My own words')

    await user.click(screen.getByRole('button', { name: 'Online course' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    expect(prompt().value).toBe('My own words')
  })

  it('is sent with the chosen detail level and timeline', async () => {
    const { api } = serve()
    const { user } = openApp('/plans/ai-create')
    await user.type(await screen.findByLabelText(QUESTION), 'Open a bakery')

    await user.click(screen.getByText('Advanced options'))
    await user.click(screen.getByRole('radio', { name: /^Comprehensive/ }))
    await user.click(screen.getByRole('combobox', { name: 'Timeline' }))
    await user.click(await screen.findByRole('option', { name: '3 months' }))
    await user.click(screen.getByRole('button', { name: 'Generate plan' }))

    await screen.findByRole('dialog')
    expect(api.sentTo(aiApi.createPlan)[0]?.body).toMatchObject({ complexity: 'comprehensive', timeline: '3months' })
  })
})

describe('the creation', () => {
  it('shows the steps of the server one by one, and opens the plan', async () => {
    const { streams, made } = serve()
    const { here, dialog } = await generate()
    const steps = within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    const current = () => dialog.querySelector('[aria-current=step]')?.textContent
    expect(steps).toEqual([
      'Understanding requirements',
      'Structuring phases',
      'Creating tasks and milestones',
      'Setting up timeline',
      'Finalizing',
    ])
    expect(current()).toBe(steps[0])
    expect(within(dialog).getByRole('status').textContent).toBe('Step 1 of 5: Understanding requirements')

    const seen = watch(() => current())
    for (const step of [0, 1, 2, 3, 4]) streams[0]?.say('step', { step })
    streams[0]?.say('done', made).end()

    await waitFor(() => expect(here()).toBe(`/plans/${made.plan_id}`))
    expect(seen).toEqual([steps[1], steps[2], steps[3], steps[4]])
  })

  it('skips through its steps with reduced motion', async () => {
    lessMotion()
    const { streams, made } = serve()
    const { here, dialog } = await generate()
    const seen = watch(() => dialog.querySelector('[aria-current=step]')?.textContent)

    for (const step of [0, 1, 2, 3, 4]) streams[0]?.say('step', { step })
    streams[0]?.say('done', made).end()

    await waitFor(() => expect(here()).toBe(`/plans/${made.plan_id}`))
    expect(seen.length).toBeLessThan(4)
  })

  it('shows the plan as it grows', async () => {
    const { streams } = serve()
    const { dialog } = await generate()

    streams[0]?.say('sketch', {
      title: 'A bakery',
      description: '',
      phases: [{ title: 'Prepare', tasks: [{ title: 'Find a place' }] }],
      milestones: [{ title: 'Opening day' }],
    })

    const outline = await within(dialog).findByRole('region', { name: 'Your plan so far' })
    expect(outline.textContent).toBe('A bakeryPrepareFind a placeOpening day')
  })

  it('requests the new plan once, and nothing else again', async () => {
    lessMotion()
    const { api, streams, made } = serve()
    await generate()

    streams[0]?.say('done', made).end()

    await screen.findByText('No nodes in this plan yet')
    const paths = api.requests.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    for (const path of ['GET /config', 'POST /ai/plans', 'GET /plans/:planId', 'GET /plans/:planId/nodes'])
      expect(paths.filter((other) => other === path)).toHaveLength(1)
    expect(paths).not.toContain('GET /plans')
  })
})

describe('without an AI service', () => {
  it('shows before and after that the plan is a sample', async () => {
    lessMotion()
    const { streams, made } = serve({ ai: false })
    const { here } = await generate()
    expect(screen.getByText(/No AI service is configured, so you’ll get a sample plan/)).toBeTruthy()

    streams[0]?.say('done', made).end()

    await screen.findByText('This is a sample plan, created without AI. Edit it to fit your project.')
    await waitFor(() => expect(here()).toBe(`/plans/${made.plan_id}`))
  })

  it('is not mentioned if there is one', async () => {
    lessMotion()
    const { streams, made } = serve()
    const { here } = await generate()

    streams[0]?.say('done', made).end()

    await waitFor(() => expect(here()).toBe(`/plans/${made.plan_id}`))
    expect(screen.queryByText(/sample plan/)).toBeNull()
  })
})

describe('cancelling', () => {
  it.each(['the button', 'Escape'])('by %s ends the request, and keeps the prompt', async (way) => {
    const { api, streams } = serve()
    const { here, user, dialog } = await generate()

    if (way === 'Escape') await user.keyboard('{Escape}')
    else await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // A reply on its way is awaited for a second.
    await waitFor(() => expect(streams[0]?.isClosed).toBe(true), { timeout: 10_000 })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(prompt().value).toBe('Open a bakery')
    expect(here()).toBe('/plans/ai-create')
    expect(api.sentTo(plansApi.delete)).toHaveLength(0)
  })

  it('deletes a plan whose reply arrives after the user canceled', async () => {
    const { api, streams, made } = serve()
    api.on(plansApi.delete, () => ({ reply: undefined }))
    const { user } = await generate()

    await user.keyboard('{Escape}')
    streams[0]?.say('done', made).end()

    await waitFor(() => expect(api.sentTo(plansApi.delete)[0]?.params).toEqual({ planId: made.plan_id }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('deletes a plan that was created before all steps were shown', async () => {
    const { api, streams, made } = serve()
    api.on(plansApi.delete, () => ({ reply: undefined }))
    const { here, user } = await generate()
    streams[0]?.say('step', { step: 4 }).say('done', made).end()
    await screen.findByText('Step 2 of 5: Structuring phases')

    await user.keyboard('{Escape}')

    await waitFor(() => expect(api.sentTo(plansApi.delete)[0]?.params).toEqual({ planId: made.plan_id }))
    expect(here()).toBe('/plans/ai-create')
  })

  it('happens when leaving the page', async () => {
    const { streams } = serve()
    const { router } = await generate()

    await router.navigate('/plans')

    await waitFor(() => expect(streams[0]?.isClosed).toBe(true))
  })

  it('ignores a click outside the dialog', async () => {
    const { streams } = serve()
    const { user, dialog } = await generate()

    await user.click(dialog.parentElement as HTMLElement)

    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(streams[0]?.isClosed).toBe(false)
  })
})

describe('a failure', () => {
  it("shows the server's message, keeps the prompt, and a retry starts at the first step", async () => {
    const { streams } = serve()
    const { user } = await generate()
    streams[0]?.say('step', { step: 2 })
    await screen.findByText('Step 3 of 5: Creating tasks and milestones')

    streams[0]?.say('error', { error: 'Invalid JSON response from AI', code: 'ai_invalid' }).end()

    expect((await screen.findByRole('alert')).textContent).toBe('Error: Invalid JSON response from AI')
    expect(prompt().value).toBe('Open a bakery')
    await user.click(screen.getByRole('button', { name: 'Generate plan' }))
    await screen.findByText('Step 1 of 5: Understanding requirements')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('before the stream, such as too many plans an hour, is shown', async () => {
    const { api } = serve()
    api.on(aiApi.createPlan, () => ({ status: 429, error: 'Too many plans. Try again later.', code: 'rate_limited' }))
    const { user } = openApp('/plans/ai-create')

    await user.type(await screen.findByLabelText(QUESTION), 'Open a bakery{Control>}{Enter}{/Control}')

    expect((await screen.findByRole('alert')).textContent).toBe('Error: Too many plans. Try again later.')
  })

  it('without a message shows a default', async () => {
    const { streams } = serve()
    await generate()

    streams[0]?.say('error', { error: '', code: 'internal' }).end()

    expect((await screen.findByRole('alert')).textContent).toBe('Failed to generate plan. Please try again.')
  })

  it('with an unknown outcome shows that, and a retry sends the same key', async () => {
    const { api, streams } = serve()
    const { user } = await generate()
    streams[0]?.say('step', { step: 4 }).breakOff()

    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Error: Cannot reach the server.')
    expect(alert.textContent).toContain('opens that plan instead of creating a duplicate')
    expect(within(alert).getByRole('link', { name: 'My Plans' }).getAttribute('href')).toBe('/plans')

    await user.click(screen.getByRole('button', { name: 'Generate plan' }))
    await screen.findByRole('dialog')
    streams[1]?.end()
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Error: The connection was lost before the plan was ready.',
    )
    await user.type(prompt(), ' and a café')
    await user.click(screen.getByRole('button', { name: 'Generate plan' }))
    await screen.findByRole('dialog')

    const keys = api.sentTo(aiApi.createPlan).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('of the session goes to sign in', async () => {
    const { api } = serve()
    api.on(aiApi.createPlan, () => ({ status: 401, error: 'Please sign in.', code: 'unauthorized' }))
    const { here, user } = openApp('/plans/ai-create')

    await user.type(await screen.findByLabelText(QUESTION), 'Open a bakery{Control>}{Enter}{/Control}')

    await waitFor(() => expect(here()).toBe('/login'))
  })
})

const lessMotion = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('min-width') || query.includes('reduced-motion'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  )

/** Records each value shown from now on. */
function watch(read: () => string | null | undefined): string[] {
  const seen: string[] = []
  let last = read()
  new MutationObserver(() => {
    const now = read()
    if (now && now !== last) seen.push(now)
    last = now
  }).observe(document.body, { subtree: true, childList: true, attributes: true })
  return seen
}
