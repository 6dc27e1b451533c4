import { randomBytes } from 'node:crypto'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'
import { type Content, imported, own, preview, zipOf } from '../../../test/importing.ts'

test('restores the files and links of a ZIP file that was exported', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const plan = await server.make.plan(ana)
  const node = await server.make.node(ana, plan.id, { title: 'With files' })
  const at = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  await uploadAs(server.app, ana, at, { name: 'größe.txt', content: 'First', type: 'text/plain' })
  await uploadAs(server.app, ana, at, { name: 'größe.txt', content: 'Second', type: 'text/plain' })
  await server.as(ana)('POST', at, { name: 'PR', url: 'https://example.test/1', content_type: 'text/html' })
  const content = Uint8Array.from((await server.as(ana)('GET', `/plans/${plan.id}/export?format=zip`)).rawPayload)
  const ben = await server.make.user()
  const shown = await preview(server, ben, 'plan.zip', content)
  expect(shown.problems).toEqual([])

  const copy = (await uploadAs(server.app, ben, '/imports', { name: 'plan.zip', content })).json<Plan>()
  const [restored] = (await server.as(ben)('GET', `/plans/${copy.id}/nodes`))
    .json<PlanNode[]>()
    .filter(({ title }) => title === 'With files')
  const path = `/plans/${copy.id}/nodes/${restored?.id}/artifacts`
  const files = (await server.as(ben)('GET', path)).json<{ id: string; name: string; url: string; size: number }[]>()
  expect(files.map(({ name }) => name).sort()).toEqual(['PR', 'größe.txt', 'größe.txt'])
  const texts = []
  for (const { id, size } of files) if (size) texts.push((await server.as(ben)('GET', `${path}/${id}/content`)).body)
  expect(texts.sort()).toEqual(['First', 'Second'])
})

test.each(['\uFEFF', '\u3000', '\u2028', '\f', ' '])('restores texts that start and end with %j', async (space) => {
  const server = await testApp()
  const ana = await server.make.user()
  const call = server.as(ana)
  const around = (text: string) => `${space}${text}${space}`
  const plan = await server.make.plan(ana, { title: around('Plan'), description: around('Goal') })
  // Longer than the pieces in which a file is read.
  const texts = {
    title: around('Node'),
    description: around('Text').repeat(1_600),
    context: around('Text').repeat(1_600),
  }
  const node = await server.make.node(ana, plan.id, { ...texts, node_type: 'root' })
  const at = `/plans/${plan.id}/nodes/${node.id}`
  await call('POST', `${at}/log`, { content: around('Entry') })
  const link = { name: around('Link'), url: 'https://example.test/', content_type: 'text/html' }
  await call('POST', `${at}/artifacts`, link)
  const content = Uint8Array.from((await call('GET', `/plans/${plan.id}/export?format=zip`)).rawPayload)

  const copy = (await uploadAs(server.app, ana, '/imports', { name: 'plan.zip', content })).json<Plan>()

  expect([copy.title, copy.description]).toEqual([around('Plan'), around('Goal')])
  const [restored] = (await call('GET', `/plans/${copy.id}/nodes`)).json<PlanNode[]>()
  expect(restored).toMatchObject(texts)
  const below = `/plans/${copy.id}/nodes/${restored?.id}`
  expect((await call('GET', `${below}/logs`)).json()).toMatchObject([{ content: around('Entry') }])
  expect((await call('GET', `${below}/artifacts`)).json()).toMatchObject([{ name: around('Link') }])
})

const withFile = (file: object, entries: Record<string, string> = {}) =>
  zipOf({
    'plan.json': own('{"id":"a","title":"A"}').replace(/}$/, `,"files":[\n${JSON.stringify(file)}]}`),
    ...entries,
  })
const FILE = { node_id: 'a', name: 'a.txt', content_type: 'text/plain', size: 4, url: null, path: 'files/1/a.txt' }

test.each<[string, () => Promise<Content>, string]>([
  ['an upload that is not there', () => withFile(FILE), 'The ZIP file has no "a.txt"'],
  ['a node that is not there', () => withFile({ ...FILE, node_id: 'b' }), 'The node of this file is not in the file'],
  ['a link that runs', () => withFile({ ...FILE, url: 'javascript:alert(1)', path: null }), 'The URL of this link'],
  ['the plan itself as a file', () => withFile({ ...FILE, path: 'plan.json' }), 'The ZIP file has no "a.txt"'],
  ['a path upwards', () => withFile({ ...FILE, path: '../../etc/passwd' }), 'The ZIP file has no "a.txt"'],
])('leaves out %s, and says so', async (_, make, message) => {
  const server = await testApp()
  const ana = await server.make.user()
  const content = await make()
  const { problems, can_import } = await preview(server, ana, 'plan.zip', content)
  expect(can_import).toBe(true)
  expect(problems[0]?.message).toContain(message)
  const plan = (await uploadAs(server.app, ana, '/imports', { name: 'plan.zip', content })).json<Plan>()
  expect(
    (await server.store.reader.selectFrom('artifacts').selectAll().where('plan_id', '=', plan.id).execute()).length,
  ).toBe(0)
})

test('restores the names and metadata of files and links', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const plan = await server.make.plan(ana)
  const node = await server.make.node(ana, plan.id)
  const at = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  const { id } = (await uploadAs(server.app, ana, at, { name: 'a.txt', content: 'A', type: 'text/plain' })).json()
  await server.as(ana)('PUT', `${at}/${id}`, { metadata: { pages: 3 } })
  const link = { name: 'Docs / Design?', content_type: 'pull request', url: 'https://example.test/1' }
  await server.as(ana)('POST', at, { ...link, metadata: { state: 'open' } })
  const content = Uint8Array.from((await server.as(ana)('GET', `/plans/${plan.id}/export?format=zip`)).rawPayload)

  expect((await preview(server, ana, 'plan.zip', content)).problems).toEqual([])
  const { files } = await imported(server, ana, 'plan.zip', content)
  expect(files).toHaveLength(2)
  expect(files).toContainEqual(expect.objectContaining({ name: 'a.txt', size: 1, metadata: { pages: 3 } }))
  expect(files).toContainEqual(expect.objectContaining({ ...link, metadata: { state: 'open' } }))
})

test('restores an upload that takes almost no room in the ZIP file', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const plan = await server.make.plan(ana)
  const node = await server.make.node(ana, plan.id)
  const size = 3_000_000
  const upload = { name: 'blank.txt', content: ' '.repeat(size), type: 'text/plain' }
  await uploadAs(server.app, ana, `/plans/${plan.id}/nodes/${node.id}/artifacts`, upload)
  const content = Uint8Array.from((await server.as(ana)('GET', `/plans/${plan.id}/export?format=zip`)).rawPayload)
  expect(content.length).toBeLessThan(size / 500)

  expect(await preview(server, ana, 'plan.zip', content)).toMatchObject({ can_import: true, problems: [] })
  const { files } = await imported(server, ana, 'plan.zip', content)
  expect(files).toMatchObject([{ name: 'blank.txt', size }])
})

/** The ZIP file, whose last entry says that it holds this many bytes. */
function declaring(size: number, zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(zip)
  bytes.writeUInt32LE(size, bytes.lastIndexOf('PK\x01\x02') + 24)
  return new Uint8Array(bytes)
}

/** The ZIP file with other bytes amid those of its last entry. */
function damaged(zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(zip)
  const start = bytes.lastIndexOf('PK\x03\x04') + 30 + 13
  return new Uint8Array(bytes.fill(0xff, start + 20, start + 200))
}

test.each([
  ['is longer than it says', (zip: Uint8Array<ArrayBuffer>) => declaring(100, zip)],
  ['is shorter than it says', (zip: Uint8Array<ArrayBuffer>) => declaring(2_000_000, zip)],
  ['cannot be unpacked', damaged],
])('refuses an upload in a ZIP file that %s', async (_, spoil) => {
  const server = await testApp()
  const ana = await server.make.user()
  const content = spoil(await withFile(FILE, { 'files/1/a.txt': 'ab cd '.repeat(200_000) }))
  const reply = await uploadAs(server.app, ana, '/imports', { name: 'plan.zip', content })
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'invalid_input' }])
  expect(reply.json().details).toMatchObject([{ path: 'files/1/a.txt' }])
  expect((await server.as(ana)('GET', '/plans')).json()).toEqual([])
})

test('takes files of hostile names only as data, and refuses bombs and more than the caller may keep', async () => {
  const server = await testApp({ env: { CAIRN_MAX_USER_UPLOADS_MB: '1' } })
  const ana = await server.make.user()
  const named = await withFile({ ...FILE, name: '../../\u202egpj.exe' }, { 'files/1/a.txt': 'Kept' })
  const plan = (await uploadAs(server.app, ana, '/imports', { name: 'plan.zip', content: named })).json<Plan>()
  const [row] = await server.store.reader.selectFrom('artifacts').selectAll().where('plan_id', '=', plan.id).execute()
  expect(row).toMatchObject({ name: 'gpj.exe', content_type: 'text/plain', size: 4 })

  const packed = { 'files/1/a.txt': ' '.repeat(1_000_000) }
  const bomb = declaring(201 * 1024 * 1024, await withFile(FILE, packed))
  expect((await preview(server, ana, 'plan.zip', bomb)).problems[0]?.message).toContain('more than 200 MB')
  const large = await withFile(FILE, { 'files/1/a.txt': randomBytes(1_200_000).toString('latin1') })
  const refused = await uploadAs(server.app, ana, '/imports', { name: 'plan.zip', content: large })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'uploads_full'])
  expect((await server.as(ana)('GET', '/plans')).json()).toHaveLength(1)
})
