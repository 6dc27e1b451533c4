import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'
import { mcpClient } from '../../../test/mcp-client.ts'

interface Read {
  text: string | null
  next_offset: number | null
  size: number | null
  url: string | null
}

async function setUp() {
  const server = await testApp()
  const { make, app, as } = server
  const { owner, viewer, plan } = await make.team()
  const node = await make.node(owner, plan.id, { title: 'Pack' })
  const path = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  const mcp = await mcpClient(server, await make.apiToken(viewer, 'read'))
  const at = { plan_id: plan.id, node_id: node.id.slice(-8) }
  const upload = async (name: string, content: string | Uint8Array<ArrayBuffer>, type = 'text/plain') =>
    (await uploadAs(app, owner, path, { name, content, type })).json<{ id: string }>().id
  const read = (artifact_id: string, more = {}) => mcp.call<Read>('read_artifact', { ...at, artifact_id, ...more })
  const refused = (artifact_id: string, more = {}) => mcp.refused('read_artifact', { ...at, artifact_id, ...more })
  const link = async (url: string) =>
    (await as(owner)('POST', path, { name: 'PR', content_type: 'text/html', url })).json<{ id: string }>().id
  return { ...server, owner, plan, at, path, upload, link, read, refused }
}

it('reads a text in parts that make up the file', async () => {
  const { upload, read } = await setUp()
  const content = `\ufeffGröße, 漢字, 👩‍👩‍👧.\n${Array.from({ length: 2_000 }, (_, line) => `Zeile ${line} …`).join('\n')}`
  const id = await upload('notes.md', content, 'text/markdown')
  const parts: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const part: Read = await read(id, { offset, max_tokens: 500 })
    parts.push(part.text ?? '')
    offset = part.next_offset
  }
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.join('')).toBe(content)
  expect(await read(await upload('empty.txt', ''))).toMatchObject({ text: '', size: 0, next_offset: null })
})

it('reads any range of bytes that begins and ends within characters', async () => {
  const { upload, read } = await setUp()
  // Three bytes each: some budgets end within one.
  const content = '漢'.repeat(2_001)
  const id = await upload('han.txt', content)
  for (const max_tokens of [500, 501, 502, 503]) {
    const { text, next_offset } = await read(id, { max_tokens })
    expect(content.startsWith(text ?? '-')).toBe(true)
    expect(next_offset).toBe(Buffer.byteLength(text ?? ''))
  }
})

it('answers the URL of a link, and says what it cannot read', async () => {
  const { upload, link, read, refused } = await setUp()
  expect(await read(await link('https://example.test/12'))).toMatchObject({
    ...{ url: 'https://example.test/12', text: null, size: null, next_offset: null },
  })
  const image = await upload('a.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'image/png')
  expect(await refused(image)).toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(/not UTF-8 text/),
  })
  const text = await upload('a.txt', 'abc')
  expect(await refused(text, { offset: 3 })).toMatchObject({ code: 'invalid_input' })
  expect(await refused('nothing')).toMatchObject({ code: 'artifact_not_found' })
})

it('reads nothing of other nodes and plans, or from the trash', async () => {
  const server = await setUp()
  const { as, make, owner, plan, at, path, upload, refused } = server
  const id = await upload('a.txt', 'abc')
  const other = await make.node(owner, plan.id, { title: 'Walk' })
  expect(await refused(id, { node_id: other.id })).toMatchObject({ code: 'artifact_not_found' })
  const stranger = await mcpClient(server, await make.apiToken(await make.user(), 'read'))
  expect(await stranger.refused('read_artifact', { ...at, artifact_id: id })).toMatchObject({ code: 'plan_not_found' })
  await as(owner)('DELETE', `${path}/${id}`)
  expect(await refused(id)).toMatchObject({ code: 'artifact_not_found' })
})
