import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PlanFile } from '@cairn/contract/api/transfer'
import { parsePlanOutline } from '@cairn/contract/rules/planOutline'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import yauzl from 'yauzl'
import { type TestApp, testApp } from '../../../test/factory.ts'
import { formBody, uploadAs } from '../../../test/forms.ts'
import { parseConfig } from '../../base/config.ts'
import { filesUnavailable } from '../../base/errors.ts'
import type { FileStore } from '../../providers/file-store.ts'
import { openFileStore } from '../../providers/files.ts'

async function samplePlan({ as, make }: TestApp) {
  const ana = await make.user({ name: 'Ana Ruiz' })
  const plan = await make.plan(ana, { title: 'Cross "the" glacier', description: 'With ropes' })
  const root = await make.node(ana, plan.id, { title: 'Expedition', node_type: 'root' })
  const buy = await make.node(ana, plan.id, {
    title: '=HYPERLINK("http://evil.test")',
    description: 'Line one\n\n> quoted, and "quotes"',
    due_date: '2026-12-01',
    acceptance_criteria: '[x] 40 m\nDry',
    context: 'Ünïcode 🧊',
    agent_instructions: 'Ask first',
    metadata: { price: 12 },
  })
  const go = await make.node(ana, plan.id, { title: 'Go {now}', status: 'blocked' })
  await make.edge(ana, plan.id, buy.id, go.id)
  await as(ana)('POST', `/plans/${plan.id}/nodes/${go.id}/assign`, { user_id: ana.id })
  await make.log(ana, plan.id, go.id, { content: 'Weather?', log_type: 'comment' })
  const { payload, contentType } = await formBody([{ name: '../map.txt' }])
  await as(ana)('POST', `/plans/${plan.id}/nodes/${go.id}/artifacts`, payload, { 'content-type': contentType })
  return { ana, plan, root, buy, go }
}

test('a plan is exported as JSON with everything in it', async () => {
  const server = await testApp()
  const { ana, plan, root, buy, go } = await samplePlan(server)
  const reply = await server.as(ana)('GET', `/plans/${plan.id}/export?format=json`)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toContain('filename="Cross-the-glacier.json"')
  const file = PlanFile.parse(reply.json())
  expect(file.plan).toMatchObject({ title: 'Cross "the" glacier', description: 'With ropes', status: 'draft' })
  expect(file.nodes.map(({ title }) => title)).toEqual(['Expedition', buy.title, 'Go {now}'])
  expect(file.nodes[1]).toMatchObject({
    parent_id: root.id,
    due_date: '2026-12-01',
    acceptance_criteria: '[x] 40 m\nDry',
    context: 'Ünïcode 🧊',
    agent_instructions: 'Ask first',
    metadata: { price: 12 },
  })
  expect(file.nodes[2]?.assignees).toEqual([{ name: 'Ana Ruiz', email: ana.email }])
  expect(file.edges).toEqual([{ source_id: buy.id, target_id: go.id, kind: 'dependency' }])
  expect(file.logs).toMatchObject([{ node_id: go.id, content: 'Weather?', author: { name: 'Ana Ruiz' } }])
  expect(file.files).toMatchObject([{ node_id: go.id, name: 'map.txt', path: null }])
})

test('entries are exported with their metadata, mentions and reactions', async () => {
  const server = await testApp()
  const [ana, bo] = [await server.make.user({ name: 'Ana Ruiz' }), await server.make.user({ name: 'Bo Lund' })]
  const plan = await server.make.plan(ana)
  const node = await server.make.node(ana, plan.id)
  await server.make.member(plan.id, bo, 'commenter')
  const entry = { log_type: 'comment', content: `Ask <@${bo.id}>`, metadata: { ticket: 7 } } as const
  const { id } = await server.make.log(ana, plan.id, node.id, entry)
  await server.make.log(bo, plan.id, node.id, { log_type: 'comment', content: 'Why me?' })
  await server.as(bo)('PUT', `/plans/${plan.id}/nodes/${node.id}/logs/${id}/reactions/heart`)

  const file = PlanFile.parse((await server.as(ana)('GET', `/plans/${plan.id}/export`)).json())
  expect(file.logs).toMatchObject([
    {
      metadata: { ticket: 7 },
      mentions: [{ id: bo.id, name: 'Bo Lund' }],
      reactions: [{ emoji: 'heart', author: { name: 'Bo Lund', email: bo.email } }],
    },
    { metadata: {}, mentions: [], reactions: [] },
  ])
})

test('a ZIP file has the plan and its files', async () => {
  const server = await testApp()
  const { ana, plan } = await samplePlan(server)
  const reply = await server.as(ana)('GET', `/plans/${plan.id}/export?format=zip`)
  const entries = await readZip(reply.rawPayload)
  const file = PlanFile.parse(JSON.parse(entries.get('plan.json') ?? ''))
  const [map] = file.files
  expect(map?.path).toMatch(/^files\/[0-9a-f-]{36}\/map\.txt$/)
  expect(entries.get(map?.path ?? '')?.length).toBe(map?.size)
})

test('a ZIP file lists what is missing from the file store, and none is sent while the store is unavailable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = await openFileStore(parseConfig({ CAIRN_DATA_DIR: folder, CAIRN_SECRET: 'x'.repeat(40) }))
  let [lost, isAway]: [string | null, boolean] = ['', false]
  const files: FileStore = {
    ...store,
    open: async (key, range) => (key === lost ? null : store.open(key, range)),
    exists: async (key) => (isAway ? Promise.reject(filesUnavailable(new Error('away'))) : store.exists(key)),
  }
  const server = await testApp({ files })
  const { ana, plan, buy } = await samplePlan(server)
  await uploadAs(server.app, ana, `/plans/${plan.id}/nodes/${buy.id}/artifacts`, { name: 'lost.txt', content: 'Lost' })
  const { file_key } = await server.store.reader
    .selectFrom('artifacts')
    .select('file_key')
    .where('name', '=', 'lost.txt')
    .executeTakeFirstOrThrow()
  lost = file_key
  const zip = () => server.as(ana)('GET', `/plans/${plan.id}/export?format=zip`)

  const entries = await readZip((await zip()).rawPayload)
  isAway = true
  const unavailable = await zip()

  const names = [...entries.keys()]
  expect(names.filter((name) => name.endsWith('map.txt'))).toHaveLength(1)
  expect(entries.get('missing-files.txt')).toMatch(/^Missing on the server:\nfiles\/[0-9a-f-]{36}\/lost\.txt\n$/)
  expect(names.filter((name) => name.endsWith('lost.txt'))).toEqual([])
  expect([unavailable.statusCode, unavailable.json().code]).toEqual([503, 'files_unavailable'])
})

test('no cell of a CSV file runs as a formula', async () => {
  const server = await testApp()
  const { ana, plan, buy } = await samplePlan(server)
  const reply = await server.as(ana)('GET', `/plans/${plan.id}/export?format=csv`)
  expect(reply.body.startsWith('\ufeff')).toBe(true)
  const rows = parse(reply.body, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows.map(({ title }) => title)).toEqual(['Expedition', `'${buy.title}`, 'Go {now}'])
  expect(rows[1]).toMatchObject({ description: 'Line one\n\n> quoted, and "quotes"', level: '2' })
  expect(rows[2]).toMatchObject({ depends_on: buy.id, assignees: `Ana Ruiz <${ana.email}>` })
})

test.each(['\n', '\r', '\r\n'])('a cell with the line break %j stays one cell of a CSV file', async (lineBreak) => {
  const server = await testApp()
  const { owner, plan } = await server.make.team()
  const description = `harmless${lineBreak}=1+cmd|A1`
  await server.make.node(owner, plan.id, { title: 'Pack', description })
  const { body } = await server.as(owner)('GET', `/plans/${plan.id}/export?format=csv`)

  expect(body).toContain(`"${description}"`)
})

test('no cell begins with a formula after a line break, or another cell after a semicolon', async () => {
  const server = await testApp()
  const { owner, plan } = await server.make.team()
  await server.make.node(owner, plan.id, { title: 'a;=1+1;b', description: '\n=HYPERLINK("http://evil.example")' })
  const { body } = await server.as(owner)('GET', `/plans/${plan.id}/export?format=csv`)

  expect(body).toContain(`"a;=1+1;b"`)
  expect(body).toContain(`"'\n=HYPERLINK(""http://evil.example"")"`)
})

test('the outline names every node and says what it is', async () => {
  const server = await testApp()
  const { ana, plan, buy } = await samplePlan(server)
  const reply = await server.as(ana)('GET', `/plans/${plan.id}/export?format=markdown`)
  const { title, lines, problems } = parsePlanOutline(reply.body)
  expect(problems).toEqual([])
  expect(title).toBe('Cross "the" glacier')
  expect(lines).toMatchObject([
    { title: 'Expedition', node_type: 'root', level: 0 },
    { title: buy.title, anchor: buy.id.slice(-8), due_date: '2026-12-01', description: buy.description, level: 1 },
    { title: 'Go {now}', status: 'blocked', level: 1 },
  ])
})

test('a large plan is exported while others are answered', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const plan = await server.make.plan(ana)
  const nodes = Array.from({ length: 500 }, (_, i) => ({
    title: `Task ${i}`,
    node_type: 'task',
    context: 'x'.repeat(1_000),
  }))
  for (let i = 0; i < 4; i++) await server.as(ana)('POST', `/plans/${plan.id}/nodes/tree`, { nodes })
  const order: string[] = []
  const exported = server
    .as(ana)('GET', `/plans/${plan.id}/export`)
    .then((reply) => {
      order.push('export')
      return reply
    })
  await server
    .as(ana)('GET', '/plans')
    .then(() => order.push('list'))
  expect(PlanFile.parse((await exported).json()).nodes).toHaveLength(2_000)
  expect(order).toEqual(['list', 'export'])
})

function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', () => resolve(found))
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed)
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk)
          found.set(entry.fileName, Buffer.concat(chunks).toString())
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })
}
