import { aiApi } from '@cairn/contract/api/ai'
import { plansApi } from '@cairn/contract/api/plans'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Providers } from '../../app/providers.tsx'
import { saveSession } from '../../lib/session.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { FakeStream } from '../../test/fakeStream.ts'
import { makeSession } from '../../test/make.ts'
import { useGeneration } from './useGeneration.ts'

it('deletes a plan that is canceled after its creation and before it is rendered', async () => {
  saveSession(makeSession())
  const { api, plan } = new FakePlan('')
  const stream = new FakeStream(aiApi.createPlan)
  api.on(aiApi.createPlan, () => stream).on(plansApi.delete, () => ({ reply: undefined }))
  const { result } = renderHook(() => useGeneration(), { wrapper: Providers })
  act(() => void result.current.start({ prompt: 'Open a bakery', complexity: 'simple', timeline: 'auto' }))
  await waitFor(() => expect(result.current.generation).not.toBeNull())
  const { cancel } = result.current

  stream.say('done', { plan_id: plan.id, is_ai: true }).end()
  await waitFor(() => expect(result.current.generation?.made).not.toBeNull())
  // What a button calls that was rendered before the reply.
  act(cancel)

  await waitFor(() => expect(api.sentTo(plansApi.delete)[0]?.params).toEqual({ planId: plan.id }))
  expect(result.current.generation).toBeNull()
})
