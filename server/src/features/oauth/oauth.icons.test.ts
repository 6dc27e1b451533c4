import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { authorizationQuery, connectApp } from '../../../test/apps.ts'
import { type TestApp, testApp } from '../../../test/factory.ts'
import { connected } from '../../../test/live-client.ts'

const LOOPBACK = { CAIRN_OUTBOUND_LOOPBACK: 'on' }
const REDIRECT = 'https://documented.test/cb'
const PNG = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

/** Serves an app's description, and its icon as given. */
async function serveApp({ status = 200, icon = PNG as Buffer | string, logo_uri = '/icon.png' as string | null } = {}) {
  const state = { reads: 0 }
  const server = createServer((request, reply) => {
    const origin = `http://${request.headers.host}`
    if (request.url !== '/app') {
      state.reads++
      reply.writeHead(status, { location: `${origin}/other.png`, 'content-type': 'image/png' }).end(icon)
      return
    }
    const logo = logo_uri === null ? {} : { logo_uri: new URL(logo_uri, origin).href }
    reply.end(
      JSON.stringify({ client_id: `${origin}/app`, client_name: 'Documented', redirect_uris: [REDIRECT], ...logo }),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/app`, state }
}

const ask = async (app: TestApp, client_id: string) => {
  const query = await authorizationQuery(app, { client_id, redirect_uri: REDIRECT })
  const reply = await app.as(await app.make.user())('POST', '/auth/apps/requests', { query })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ icon_url: string | null }>().icon_url
}
const get = (app: TestApp, url: string) => app.app.inject({ method: 'GET', url })

it('shows the icon of an app in consent, Connected apps, activity and presence, from its own address', async () => {
  const app = await testApp({ env: LOOPBACK })
  const { url, state } = await serveApp()
  const icon_url = await ask(app, url)
  expect(icon_url).toMatch(/^\/api\/app-icons\/[\w-]{43}$/)
  const image = await get(app, icon_url ?? '')
  expect(image.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp' })

  const me = await app.make.user()
  const plan = await app.make.plan(me)
  const { access_token } = await connectApp(app, me, { query: { client_id: url, redirect_uri: REDIRECT } })
  expect((await app.as(me)('GET', '/auth/apps')).json()[0]).toMatchObject({ icon_url })
  await app.as(access_token)('POST', `/plans/${plan.id}/nodes`, { title: 'By an app', node_type: 'task' })
  const via = { kind: 'connector', name: 'Documented', icon_url }
  expect((await app.as(me)('GET', `/activity/plans/${plan.id}/activity`)).json().data[0]).toMatchObject({ via })

  const [watching, acting] = await Promise.all([connected(app.app, me.token), connected(app.app, access_token)])
  await watching.subscribe(plan.id)
  await acting.subscribe(plan.id)
  await watching.hear('presence', ({ people }) =>
    people.some(({ agent, icon_url: shown }) => agent === 'Documented' && shown === icon_url),
  )
  expect(state.reads).toBe(1)
})

it('fetches an icon again only when its URL has changed', async () => {
  let now = Date.now()
  const app = await testApp({ env: LOOPBACK, clock: () => new Date(now) })
  const { url, state } = await serveApp()
  const before = await ask(app, url)
  now += 2 * 60 * 60_000
  expect(await ask(app, url)).toBe(before)
  expect(state.reads).toBe(1)
})

it.each([
  ['no icon', { logo_uri: null }],
  ['a redirect', { status: 302 }],
  ['an error', { status: 404 }],
  ['an SVG', { icon: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>' }],
  ['half an image', { icon: PNG.subarray(0, 60) }],
  ['more than 512 kB', { icon: Buffer.concat([PNG, Buffer.alloc(600_000)]) }],
  ['a private address', { logo_uri: 'http://10.0.0.1/icon.png' }],
  ['another scheme', { logo_uri: 'file:///etc/passwd' }],
  ['an image in the URL', { logo_uri: `data:image/png;base64,${PNG.toString('base64')}` }],
])('lets in an app with %s, without an icon', async (_, served) => {
  const app = await testApp({ env: LOOPBACK })
  const { url } = await serveApp(served)
  expect(await ask(app, url)).toBeNull()
})

it('shows no icon for an app that registered itself: no host vouches for it', async () => {
  const app = await testApp({ env: LOOPBACK })
  const { url, state } = await serveApp()
  const logo_uri = url.replace(/app$/, 'icon.png')
  const payload = { client_name: 'Impostor', redirect_uris: [REDIRECT], logo_uri }
  const { client_id } = (await app.app.inject({ method: 'POST', url: '/oauth/register', payload })).json()
  expect(await ask(app, client_id)).toBeNull()
  expect(state.reads).toBe(0)
})

it.each(['x', '../../etc/passwd', 'A'.repeat(43)])('has no icon at %s', async (key) => {
  const app = await testApp()
  expect((await get(app, `/api/app-icons/${encodeURIComponent(key)}`)).statusCode).toBe(404)
})
