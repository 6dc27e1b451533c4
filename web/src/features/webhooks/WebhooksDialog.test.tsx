import { type Webhook, webhooksApi } from '@cairn/contract/api/webhooks'
import { screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { FakeApi } from '../../test/fakeApi.ts'
import { makeDelivery, makeId, makeWebhook } from '../../test/make.ts'
import { openPart } from '../../test/render.tsx'
import { WebhooksDialog } from './WebhooksDialog.tsx'

const PLAN_ID = makeId()
const AT = '2026-01-01T00:00:00.000Z'

const webhookOf = (fields: Partial<Webhook> = {}) => makeWebhook({ plan_id: PLAN_ID, ...fields })
const failed = makeDelivery({ status: 'waiting', attempts: 2, next_attempt_at: AT, code: 500, answer: 'Broken' })

function open(...webhooks: Webhook[]) {
  let kept = [...webhooks]
  const api = new FakeApi()
    .on(webhooksApi.list, () => ({ reply: [...kept] }))
    .on(webhooksApi.deliveries, () => ({ reply: [failed] }))
    .on(webhooksApi.replay, () => ({ reply: failed }))
    .on(webhooksApi.test, () => ({ reply: failed }))
    .on(webhooksApi.update, ({ body, params }) => {
      const { is_active, ...fields } = body as { is_active?: boolean } & Partial<Webhook>
      const changes =
        is_active === undefined ? fields : { status: is_active ? ('active' as const) : ('paused' as const) }
      kept = kept.map((webhook) => (webhook.id === params.webhookId ? { ...webhook, ...changes } : webhook))
      return { reply: kept[0] ?? webhookOf() }
    })
    .on(webhooksApi.rotate, ({ body }) => {
      const { grace_hours } = body as { grace_hours: number }
      const old_secret_until = grace_hours === 0 ? null : new Date(Date.now() + grace_hours * 3_600_000).toISOString()
      kept = kept.map((webhook) => ({ ...webhook, old_secret_until }))
      return { reply: { ...(kept[0] ?? webhookOf()), secret: 'whsec_rotated' } }
    })
    .on(webhooksApi.remove, () => {
      kept = []
      return { reply: undefined }
    })
    .on(webhooksApi.create, ({ body }) => {
      const webhook = webhookOf(body as Partial<Webhook>)
      kept = [...kept, webhook]
      return { reply: { ...webhook, secret: 'whsec_only-once' } }
    })
  const onClose = vi.fn()
  const element = <WebhooksDialog plan={{ id: PLAN_ID }} onClose={onClose} />
  const { user } = openPart(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
  return { api, user, onClose }
}

it('creates a webhook for selected events and shows its secret once', async () => {
  const { api, user } = open()
  expect(await screen.findByText('No webhooks')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create webhook' }))
  await user.click(screen.getByRole('button', { name: 'Create webhook' }))
  expect(screen.getByRole('alert').textContent).toBe('URL is required')

  await user.type(screen.getByLabelText('URL'), 'https://receiver.test/hook')
  await user.click(screen.getByRole('radio', { name: /^Selected events/ }))
  await user.click(screen.getByRole('checkbox', { name: 'node.created' }))
  await user.click(screen.getByRole('button', { name: 'Create webhook' }))

  expect((await screen.findByLabelText<HTMLInputElement>('Signing secret')).value).toBe('whsec_only-once')
  expect(api.sentTo(webhooksApi.create).map(({ body }) => body)).toEqual([
    { url: 'https://receiver.test/hook', kinds: ['node.created'] },
  ])
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('list', { name: 'Webhooks' })).toBeTruthy()
  expect(screen.queryByDisplayValue('whsec_only-once')).toBeNull()
})

it('shows deliveries with code, attempts and answer, and replays one', async () => {
  const { api, user } = open(webhookOf({ failing_since: AT }))
  await user.click(await screen.findByRole('button', { name: 'Open https://receiver.test/hook' }))

  expect((await screen.findByRole('listitem')).textContent).toMatch(
    /node\.createdWaiting.*Status 500.*2 attempts.*Broken/,
  )
  await user.click(screen.getByRole('button', { name: 'Replay node.created' }))
  await user.click(screen.getByRole('button', { name: 'Send test event' }))
  expect([api.sentTo(webhooksApi.replay).length, api.sentTo(webhooksApi.test).length]).toEqual([1, 1])
})

it('pauses a webhook, and deletes it after a confirmation', async () => {
  const { user } = open(webhookOf())
  await user.click(await screen.findByRole('button', { name: 'Open https://receiver.test/hook' }))
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete this webhook?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete webhook' }))
  expect(await screen.findByText('No webhooks')).toBeTruthy()
})

it('changes the URL and the events of a webhook', async () => {
  const { api, user } = open(webhookOf())
  await user.click(await screen.findByRole('button', { name: 'Open https://receiver.test/hook' }))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const url = screen.getByLabelText<HTMLInputElement>('URL')
  expect(url.value).toBe('https://receiver.test/hook')
  await user.clear(url)
  await user.type(url, 'https://receiver.test/other')
  await user.click(screen.getByRole('radio', { name: /^Selected events/ }))
  await user.click(screen.getByRole('checkbox', { name: 'plan.updated' }))
  await user.click(screen.getByRole('button', { name: 'Save webhook' }))

  expect(await screen.findByText('https://receiver.test/other')).toBeTruthy()
  expect(api.sentTo(webhooksApi.update).map(({ body }) => body)).toEqual([
    { url: 'https://receiver.test/other', kinds: ['plan.updated'] },
  ])
})

it('rotates the secret, shows the new one once, and says how long the old one lasts', async () => {
  const { api, user } = open(webhookOf())
  await user.click(await screen.findByRole('button', { name: 'Open https://receiver.test/hook' }))
  await user.click(screen.getByRole('button', { name: 'Rotate secret…' }))
  const release = api.hold(webhooksApi.rotate)
  await user.click(screen.getByRole('button', { name: 'Rotate secret' }))
  await user.keyboard('{Escape}')
  release()

  expect((await screen.findByLabelText<HTMLInputElement>('Signing secret')).value).toBe('whsec_rotated')
  expect(api.sentTo(webhooksApi.rotate).map(({ body }) => body)).toEqual([{ grace_hours: 24 }])
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue('whsec_rotated')).toBeNull()
  expect(
    await screen.findByText(/^Messages are signed with the old and the new secret. The old one ends at \w+ \d+, /),
  ).toBeTruthy()
})

it('stays open while a webhook is created, because its secret is shown once', async () => {
  const { api, user } = open()
  const release = api.hold(webhooksApi.create)
  await user.click(await screen.findByRole('button', { name: 'Create webhook' }))
  await user.type(screen.getByLabelText('URL'), 'https://receiver.test/hook{Enter}')

  await user.keyboard('{Escape}')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  release()

  await screen.findByLabelText('Signing secret')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(await screen.findByRole('button', { name: 'Create webhook' }))
  expect(screen.getByLabelText<HTMLInputElement>('URL').value).toBe('')
})

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

it('moves the focus to the first useful control of each step', async () => {
  const { user } = open(webhookOf())
  await screen.findByRole('button', { name: 'Open https://receiver.test/hook' })
  expect(focused()).toBe('Create webhook')
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByLabelText('URL'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(focused()).toBe('Create webhook')

  await user.click(screen.getByRole('button', { name: 'Open https://receiver.test/hook' }))
  expect(focused()).toBe('Send test event')
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(document.activeElement).toBe(screen.getByLabelText('URL'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(focused()).toBe('Edit')
  await user.click(screen.getByRole('button', { name: 'Rotate secret…' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^In 24 hours/ }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(await screen.findByLabelText('Signing secret'))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  expect(focused()).toBe('Cancel')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(focused()).toBe('Open https://receiver.test/hook')
})

it.each([
  ['receiver.test/hook', 'Enter a URL that starts with https://', 0],
  ['https://', 'Enter a URL that starts with https://', 0],
  // Only the server knows whether it sends to such a URL.
  ['http://receiver.test/hook', 'Enter a URL that starts with https://', 1],
  ['https://10.0.0.1/hook', 'url cannot be a private address', 1],
])('says in plain words what is wrong with the URL %s', async (typed, error, calls) => {
  const { api, user } = open()
  api.on(webhooksApi.create, () => ({
    status: 400,
    code: 'invalid_input',
    error: typed.startsWith('http:') ? 'url must be an https:// URL' : 'url cannot be a private address',
  }))
  await user.click(await screen.findByRole('button', { name: 'Create webhook' }))
  await user.type(screen.getByLabelText('URL'), `${typed}{Enter}`)
  expect((await screen.findByRole('alert')).textContent).toBe(error)
  expect(screen.getByLabelText('URL').getAttribute('aria-invalid')).toBe('true')
  expect(api.sentTo(webhooksApi.create)).toHaveLength(calls)

  await user.type(screen.getByLabelText('URL'), '2')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows at the events that none is selected, and other failures apart from the fields', async () => {
  const { api, user } = open()
  api.on(webhooksApi.create, () => ({
    status: 409,
    code: 'plan_full',
    error: 'A plan can have at most 10 webhooks.',
  }))
  await user.click(await screen.findByRole('button', { name: 'Create webhook' }))
  await user.type(screen.getByLabelText('URL'), 'https://receiver.test/hook')
  await user.click(screen.getByRole('radio', { name: /^Selected events/ }))
  await user.click(screen.getByRole('button', { name: 'Create webhook' }))
  expect(screen.getByRole('alert').textContent).toBe('Select at least one event')
  expect(screen.getByLabelText('URL').getAttribute('aria-invalid')).toBeNull()

  await user.click(screen.getByRole('radio', { name: /^All events/ }))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create webhook' }))
  expect(await screen.findByText('A plan can have at most 10 webhooks.')).toBeTruthy()
  expect(screen.getByLabelText('URL').getAttribute('aria-invalid')).toBeNull()
})

it('does not lose a new secret to Escape, and says that it is shown once', async () => {
  const { user, onClose } = open()
  await user.click(await screen.findByRole('button', { name: 'Create webhook' }))
  await user.type(screen.getByLabelText('URL'), 'https://receiver.test/hook')
  await user.click(screen.getByRole('button', { name: 'Create webhook' }))
  await screen.findByLabelText('Signing secret')

  await user.keyboard('{Escape}')

  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toMatch(/able to see this secret again/)
  expect(screen.getByLabelText<HTMLInputElement>('Signing secret').value).toBe('whsec_only-once')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})
