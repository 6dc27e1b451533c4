import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Artifact } from '@cairn/contract/api/artifacts'
import { can, PLAN_ROLES } from '@cairn/contract/rules/permissions'
import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/factory.ts'
import { formBody, type TestFile, uploadAs } from '../../../test/forms.ts'
import { isPostgres } from '../../db/dialect.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** A plan with a node and its people, and what uploads to the node. */
async function setUp(overrides: Parameters<typeof testApp>[0] = {}) {
  const test = await testApp(overrides)
  const team = await test.make.team()
  const node = await test.make.node(team.owner, team.plan.id, { title: 'Paint the boat' })
  const path = `/plans/${team.plan.id}/nodes/${node.id}`
  const upload = async (file: TestFile = {}, headers = {}) => {
    const reply = await uploadAs(test.app, team.owner, `${path}/artifacts`, file, headers)
    expect(reply.statusCode).toBe(201)
    return reply.json<Artifact>()
  }
  const stored = () =>
    readdirSync(join(test.dataDir, 'files'), { recursive: true })
      .map(String)
      .filter((name) => !['store-id', 'installation'].includes(name))
      .sort()
  return { ...test, ...team, node, path, upload, stored }
}

it('stores an upload, counts it on its node, and returns the same bytes', async () => {
  const { as, owner, viewer, path, upload, store } = await setUp()

  const artifact = await upload({ name: 'Größe 日本.txt', content: 'Höhe: 3 m' })
  const content = await as(viewer)('GET', artifact.url.replace('/api', ''))

  expect(artifact).toMatchObject({
    name: 'Größe 日本.txt',
    content_type: 'text/plain',
    size: 10,
    metadata: {},
    created_by: owner.id,
    user: { id: owner.id, email: owner.email },
  })
  expect(content.body).toBe('Höhe: 3 m')
  expect((await as(owner)('GET', path)).json()).toMatchObject({ artifact_count: 1, version: 1 })
  expect((await as(viewer)('GET', `${path}/artifacts`)).json()).toMatchObject([{ id: artifact.id }])
  const { download_url: _d, user: _u, ...logged } = artifact
  const event = await store.reader
    .selectFrom('events')
    .selectAll()
    .where('kind', '=', 'artifact.added')
    .executeTakeFirst()
  expect(event).toMatchObject({ node_title: 'Paint the boat' })
  expect(JSON.parse(event?.data ?? '')).toEqual({ before: null, after: logged })
})

test.each(PLAN_ROLES)('uploading as %s follows the matrix', async (role) => {
  const { app, path, stored, ...team } = await setUp()

  const reply = await uploadAs(app, team[role], `${path}/artifacts`, {})

  const allowed = can(role, 'plan.edit')
  expect(reply.statusCode).toBe(allowed ? 201 : 403)
  expect(stored().length > 1).toBe(allowed)
})

it('rejects a user without access before a byte is stored', async () => {
  const { app, make, path, stored } = await setUp()

  const reply = await uploadAs(app, await make.user(), `${path}/artifacts`, {})

  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({ error: 'Plan not found', code: 'plan_not_found' })
  expect(stored()).toEqual(['tmp'])
})

describe('content', () => {
  it.each([
    { name: 'a.png', type: 'image/png', kind: 'inline', sent: 'image/png' },
    { name: 'a.txt', type: 'text/plain', kind: 'inline', sent: 'text/plain; charset=utf-8' },
    { name: 'a.html', type: 'text/html', kind: 'attachment', sent: 'application/octet-stream' },
    { name: 'a.svg', type: 'image/svg+xml', kind: 'attachment', sent: 'application/octet-stream' },
    { name: 'a.js', type: 'text/javascript', kind: 'attachment', sent: 'application/octet-stream' },
    { name: 'a.pdf', type: 'application/pdf', kind: 'attachment', sent: 'application/octet-stream' },
  ])('of type $type is sent as $sent, $kind, and cannot run', async ({ name, type, kind, sent }) => {
    const { as, owner, upload } = await setUp()
    const { url } = await upload({ name, type, content: new Uint8Array(PNG) })

    const { headers, rawPayload } = await as(owner)('GET', url.replace('/api', ''))

    expect(headers).toMatchObject({
      'content-type': sent,
      'content-disposition': `${kind}; filename="${name}"; filename*=UTF-8''${name}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-length': String(PNG.length),
    })
    expect(rawPayload).toEqual(PNG)
  })

  it('is read in parts, and not at all when it has not changed', async () => {
    const { as, owner, upload } = await setUp()
    const { url } = await upload({ content: '0123456789' })
    const get = (headers: Record<string, string>) => as(owner)('GET', url.replace('/api', ''), undefined, headers)
    const range = async (range: string) => {
      const { statusCode, body, headers } = await get({ range })
      return [statusCode, body, headers['content-range']]
    }
    const { etag } = (await get({})).headers

    expect(await range('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await range('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10'])
    expect(await range('bytes=-2')).toEqual([206, '89', 'bytes 8-9/10'])
    expect(await range('bytes=5-100')).toEqual([206, '56789', 'bytes 5-9/10'])
    expect(await range('bytes=10-')).toEqual([416, '', 'bytes */10'])
    expect(await range('bytes=0-1,3-4')).toEqual([200, '0123456789', undefined])
    expect((await get({ 'if-none-match': String(etag) })).statusCode).toBe(304)
  })

  it('opens without a header for ten minutes with its signed URL, which opens nothing else', async () => {
    let now = new Date('2026-01-01T12:00:00Z')
    const { as, owner, path, upload, app } = await setUp({ clock: () => now })
    const { url, download_url } = await upload({ content: 'secret plans' })
    const other = await upload({ content: 'other' })
    const get = async (address: string) => (await app.inject({ method: 'GET', url: address })).statusCode

    expect(await get(download_url)).toBe(200)
    expect(await get(url)).toBe(401)
    expect(await get(download_url.replace(url, other.url))).toBe(404)
    expect(await get(download_url.replace(/expires=\d+/, 'expires=9999999999'))).toBe(404)
    expect(await get(download_url.replace(/session-[^.]+/, `session-${crypto.randomUUID()}`))).toBe(404)
    expect(await get(`${url}?signature=x`)).toBe(404)
    now = new Date('2026-01-01T12:10:01Z')
    expect(await get(download_url)).toBe(404)
    expect((await as(owner)('GET', `${path}/artifacts`)).statusCode).toBe(200)
  })

  it('ends with the session or token that requested its signed URL', async () => {
    const { app, as, make } = await testApp()
    const me = await make.user()
    const plan = await make.plan(me)
    const node = await make.node(me, plan.id)
    await uploadAs(app, me, `/plans/${plan.id}/nodes/${node.id}/artifacts`, {})
    const { id, token } = (await as(me)('POST', '/auth/token', { name: 'Agent', permissions: ['read'] })).json()
    const addressFor = async (who: TestUser | string): Promise<string> =>
      (await as(who)('GET', `/plans/${plan.id}/nodes/${node.id}/artifacts`)).json()[0].download_url
    const [mine, agents] = [await addressFor(me), await addressFor(token)]
    const open = async () => [(await app.inject(mine)).statusCode, (await app.inject(agents)).statusCode]

    const before = await open()
    await as(me)('DELETE', `/auth/token/${id}`)
    const revoked = await open()
    await as(me)('POST', '/auth/logout')

    expect([before, revoked, await open()]).toEqual([
      [200, 200],
      [200, 404],
      [404, 404],
    ])
  })

  it('ends as soon as the person who requested its signed URL loses access', async () => {
    const { as, app, owner, viewer, plan, path, upload, store } = await setUp()
    await upload()
    const [{ download_url }] = (await as(viewer)('GET', `${path}/artifacts`)).json<[Artifact]>()
    const open = async () => (await app.inject({ method: 'GET', url: download_url })).statusCode

    const before = await open()
    await store.write((tx) => tx.deleteFrom('collaborators').where('user_id', '=', viewer.id).execute())

    expect([before, await open()]).toEqual([200, 404])
    expect((await as(owner)('GET', `/plans/${plan.id}`)).statusCode).toBe(200)
  })

  it('of a deleted artifact, of a link and of another plan is not found', async () => {
    const { as, make, owner, path, upload } = await setUp()
    const link = await as(owner)('POST', `${path}/artifacts`, { name: 'A', content_type: 'a/b', url: 'https://a.test' })
    const { id, url } = await upload()
    const mine = await make.user()
    const own = await make.node(mine, (await make.plan(mine)).id)
    const foreign = `/plans/${own.plan_id}/nodes/${own.id}/artifacts/${id}`

    expect((await as(owner)('GET', `${path}/artifacts/${link.json().id}/content`)).statusCode).toBe(404)
    for (const [method, suffix] of [
      ['GET', ''],
      ['GET', '/content'],
      ['PUT', ''],
      ['DELETE', ''],
    ] as const)
      expect((await as(mine)(method, foreign + suffix, method === 'PUT' ? { name: 'x' } : undefined)).statusCode).toBe(
        404,
      )
    await as(owner)('DELETE', `${path}/artifacts/${id}`)
    expect((await as(owner)('GET', url.replace('/api', ''))).statusCode).toBe(404)
    expect((await as(owner)('GET', path)).json()).toMatchObject({ artifact_count: 1 })
  })
})

describe('links', () => {
  it('keep their URL, and can be renamed and pointed elsewhere', async () => {
    const { as, owner, path } = await setUp()
    const link = { name: '<b>Docs</b>', content_type: 'text/html', url: 'https://docs.test/a', metadata: { a: 1 } }

    const created = await as(owner)('POST', `${path}/artifacts`, link)
    const { id } = created.json<Artifact>()
    const changed = await as(owner)('PUT', `${path}/artifacts/${id}`, { name: 'Docs', url: 'http://docs.test/b' })

    expect(created.statusCode).toBe(201)
    expect(created.json()).toMatchObject({ ...link, size: null, download_url: link.url })
    expect(changed.json()).toMatchObject({ name: 'Docs', url: 'http://docs.test/b', metadata: { a: 1 } })
    expect((await as(owner)('GET', `${path}/artifacts/${id}`)).json()).toEqual(changed.json())
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'docs.test', ''])(
    'to %j are rejected',
    async (url) => {
      const { as, owner, path } = await setUp()

      const reply = await as(owner)('POST', `${path}/artifacts`, { name: 'A', content_type: 'text/html', url })

      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'invalid_input', details: [{ path: 'url' }] })
    },
  )

  it('never replace the URL of an upload', async () => {
    const { as, owner, path, upload } = await setUp()
    const { id } = await upload()

    const reply = await as(owner)('PUT', `${path}/artifacts/${id}`, { url: 'https://elsewhere.test' })

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ details: [{ path: 'url' }] })
  })
})

describe('a form', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\boat.png', 'boat.png'],
    ['..', 'file'],
    ['a\u0000b\u0007c\u202egnp.exe', 'abcgnp.exe'],
    ['the %22big%22 boat.png', 'the "big" boat.png'],
    [`${'x'.repeat(5_000)}.tar.gz`, `${'x'.repeat(252)}.gz`],
  ])('with an unusual file name gets a plain one (%#)', async (name, kept) => {
    const { upload, stored } = await setUp()

    const artifact = await upload({ name })

    expect(artifact.name).toBe(kept)
    expect(stored()).toHaveLength(3)
  })

  it('without the file is rejected, naming the field', async () => {
    const { app, as, owner, path } = await setUp()

    const other = await uploadAs(app, owner, `${path}/artifacts`, { field: 'picture' })
    const nothing = await as(owner)('POST', `${path}/artifacts`)

    for (const reply of [other, nothing]) {
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'invalid_input', details: [{ path: 'file' }] })
    }
  })

  it('with other fields stores the file, and with a second file nothing', async () => {
    const { app, owner, path, as } = await setUp()
    const post = async (files: readonly TestFile[]) => {
      const { payload, contentType } = await formBody(files)
      return app.inject({
        method: 'POST',
        url: `/api${path}/artifacts`,
        payload,
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': contentType },
      })
    }
    const note = { field: 'note', name: 'note.txt' }
    const first = { name: 'first.txt', content: 'one' }

    const stored = await post([note, first])
    const refused = await post([note, first, { name: 'second.txt', content: 'two' }])

    expect(stored.json()).toMatchObject({ name: 'first.txt', size: 3 })
    expect([refused.statusCode, refused.json().details]).toEqual([
      400,
      [{ path: 'file', message: 'The form field "file" takes one file' }],
    ])
    expect((await as(owner)('GET', `${path}/artifacts`)).json()).toHaveLength(1)
  })

  it('that is truncated or malformed is rejected, and nothing is stored', async () => {
    const { app, owner, path, stored } = await setUp()
    const { payload, contentType } = await formBody([{ content: 'x'.repeat(100_000) }])
    const post = (body: Buffer, type: string) =>
      app.inject({
        method: 'POST',
        url: `/api${path}/artifacts`,
        payload: body,
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': type },
      })

    const replies = [
      await post(payload.subarray(0, 50_000), contentType),
      await post(payload.subarray(0, 60), contentType),
      await post(Buffer.from('nonsense'), contentType),
      await post(payload, 'multipart/form-data'),
    ]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
    expect(stored()).toEqual(['tmp'])
  })

  it('larger than 25 MB is rejected with a plain message, and nothing is stored', async () => {
    const { app, owner, path, stored } = await setUp()

    const announced = await uploadAs(app, owner, `${path}/artifacts`, { content: new Uint8Array(30 * 1024 * 1024) })
    const justOver = await uploadAs(app, owner, `${path}/artifacts`, { content: new Uint8Array(25 * 1024 * 1024 + 1) })

    for (const reply of [announced, justOver]) {
      expect(reply.statusCode).toBe(413)
      expect(reply.json()).toEqual({
        error: 'The file is too large. The limit is 25 MB.',
        code: 'too_large',
      })
    }
    expect(stored()).toEqual(['tmp'])
  })

  it('sent again under the same key is one artifact, and another file under it is rejected', async () => {
    const { app, as, owner, path, upload } = await setUp()
    const key = { 'idempotency-key': 'upload-1' }

    const first = await upload({}, key)
    const again = await upload({}, key)
    const other = await uploadAs(app, owner, `${path}/artifacts`, { content: 'Other' }, key)

    expect(again.id).toBe(first.id)
    expect(other.statusCode).toBe(409)
    expect((await as(owner)('GET', `${path}/artifacts`)).json()).toHaveLength(1)
  })

  it('is rejected by a call that takes JSON', async () => {
    const { app, owner } = await setUp()

    const reply = await uploadAs(app, owner, '/plans', {})

    expect(reply.statusCode).toBe(415)
  })
})

it('restores no file that is purged meanwhile', async () => {
  const { as, owner, path, upload, store } = await setUp()
  const { id } = await upload()
  await as(owner)('DELETE', `${path}/artifacts/${id}`)

  const restored = await store.write(async (tx) => {
    await tx.deleteFrom('artifacts').where('id', '=', id).execute()
    const reply = as(owner)('POST', `${path}/artifacts/${id}/restore`)
    // On PostgreSQL the call reads the row before this is committed.
    if (isPostgres(tx)) await sql`select pg_sleep(0.3)`.execute(tx)
    return { reply }
  })

  expect((await restored.reply).statusCode).toBe(404)
  expect((await as(owner)('GET', path)).json()).toMatchObject({ artifact_count: 0 })
})

it('names a file as it is seen, also when it is renamed', async () => {
  const { as, owner, path, upload } = await setUp()
  const file = await upload({ name: 'exe\u202egpj.exe' })
  const call = as(owner)
  const renamed = await call('PUT', `${path}/artifacts/${file.id}`, { name: '../photo\u202egpj.exe' })

  expect([file.name, renamed.json().name]).toEqual(['exegpj.exe', 'photogpj.exe'])
})
