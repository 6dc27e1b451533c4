import { undoApi } from '@cairn/contract/api/undo'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeId } from '../test/make.ts'
import { openPart } from '../test/render.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { toastWithUndo } from './undoToast.ts'

const RESULT = { undone: 1, kinds: {}, blocked: [], already: 0, logs: 0, left: 0, node_ids: [] }

async function clickUndo(api: FakeApi) {
  const planId = makeId()
  const { user } = openPart(<Toaster />)
  toastWithUndo('2 nodes moved to the trash', planId, [7])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  return api.sentTo(undoApi.undo).map(({ params, body }) => [params.planId === planId, body])
}

it('undoes changes of a plan that is no longer open', async () => {
  const api = new FakeApi().on(undoApi.undo, () => ({ reply: { ...RESULT, change: 8 } }))
  expect(await clickUndo(api)).toEqual([[true, { changes: [7] }]])
  await screen.findByText('Undone')
})

it('says why such a change cannot be undone', async () => {
  const api = new FakeApi().on(undoApi.undo, () => ({
    status: 409,
    error: 'This cannot be undone. It has been changed since.',
    code: 'undo_blocked',
  }))
  await clickUndo(api)
  await screen.findByText('This cannot be undone. It has been changed since.')
})
