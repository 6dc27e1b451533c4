import type { WebhookDelivery } from '@cairn/contract/api/webhooks'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { deliveriesOf, hook, listOf, receiver, until, withPlan } from '../../../test/webhooks.ts'

it('refuses URLs with an address that is not public, except in the given networks', async () => {
  const app = await testApp({ env: { CAIRN_WEBHOOK_NETWORKS: '10.1.0.0/16' } })
  const owner = await app.make.user()
  const { id } = await app.make.plan(owner)
  const call = app.as(owner)
  const open = await hook(app, owner, id, { url: 'https://10.1.2.3/hook' })

  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1', '0x7f000001', '[::ffff:10.0.0.1]'])
    for (const reply of [
      await call('POST', `/plans/${id}/webhooks`, { url: `https://${host}/hook` }),
      await call('PUT', `/plans/${id}/webhooks/${open.id}`, { url: `https://${host}/hook` }),
    ])
      expect([reply.statusCode, reply.json().details], host).toEqual([
        400,
        [{ path: 'url', message: 'url is refused: The address is not public.' }],
      ])
  expect((await listOf(app, owner, id)).map(({ url }) => url)).toEqual(['https://10.1.2.3/hook'])
})

it('refuses private addresses when it connects, also of a name that changes its address', async () => {
  const { port, received } = await receiver()
  let address = '127.0.0.1'
  const { app, owner, plan } = await withPlan({
    resolve: (_, done) => done(null, [{ address, family: 4 }]),
  })
  const named = await hook(app, owner, plan.id, { url: `http://rebinding.test:${port}/` })
  await app.make.node(owner, plan.id)
  await until(() => expect(received).toHaveLength(1))

  address = '10.0.0.1'
  await app.as(owner)('POST', `/plans/${plan.id}/webhooks/${named.id}/test`)

  await until(async () =>
    expect((await deliveriesOf(app, owner, named))[0]).toMatchObject({
      kind: 'webhook.test',
      code: null,
      answer: 'The address is not public.',
    }),
  )
  expect(received).toHaveLength(1)
})

it('accepts only https URLs unless this machine is allowed, and at most ten webhooks', async () => {
  const app = await testApp()
  const owner = await app.make.user()
  const plan = await app.make.plan(owner)
  const create = (url: string) => app.as(owner)('POST', `/plans/${plan.id}/webhooks`, { url })
  for (const url of ['http://example.com', 'ftp://example.com', 'nonsense', 'https://a:b@example.com'])
    expect((await create(url)).statusCode, url).toBe(400)
  for (let i = 0; i < 10; i++) expect((await create(`https://example.com/${i}`)).statusCode).toBe(201)
  expect((await create('https://example.com/11')).statusCode).toBe(409)
})

it('reaches the private networks of the configuration, and no other private address', async () => {
  const { port, received } = await receiver()
  let address = '127.0.0.1'
  const { app, owner, plan } = await withPlan({
    env: { CAIRN_OUTBOUND_LOOPBACK: 'off', CAIRN_WEBHOOK_NETWORKS: '127.0.0.1/32' },
    resolve: (_, done) => done(null, [{ address, family: 4 }]),
  })
  const webhook = await hook(app, owner, plan.id, { url: `http://intranet.test:${port}/` })
  const test = () => app.as(owner)('POST', `/plans/${plan.id}/webhooks/${webhook.id}/test`)
  await test()
  await until(() => expect(received).toHaveLength(1))

  for (const [other, answer] of [
    ['169.254.169.254', 'The address is not public.'],
    ['8.8.8.8', 'The URL must start with https://.'],
  ] as const) {
    address = other
    const { id } = (await test()).json<WebhookDelivery>()
    await until(async () =>
      expect((await deliveriesOf(app, owner, webhook)).find((delivery) => delivery.id === id)).toMatchObject({
        answer,
      }),
    )
  }
  expect(received).toHaveLength(1)
})
