// What tests of imports share: files, their preview and their import.
import type { ImportPreview, PlanFile } from '@cairn/contract/api/transfer'
import { expect } from 'vitest'
import yazl from 'yazl'
import type { TestApp, TestUser } from './factory.ts'
import { uploadAs } from './forms.ts'

export type Content = string | Uint8Array<ArrayBuffer>

export async function preview(
  { app }: TestApp,
  user: TestUser,
  name: string,
  content: Content,
): Promise<ImportPreview> {
  const reply = await uploadAs(app, user, '/imports/preview', { name, content })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

export async function imported(
  { app, as }: TestApp,
  user: TestUser,
  name: string,
  content: Content,
): Promise<PlanFile> {
  const reply = await uploadAs(app, user, '/imports', { name, content })
  expect(reply.statusCode, reply.body).toBe(201)
  return (await as(user)('GET', `/plans/${reply.json().id}/export`)).json()
}

export const own = (nodes: string, edges = '') =>
  `{"format":"cairn.plan","version":1,"plan":{"title":"Plan"},\n"nodes":[\n${nodes}\n],"edges":[${edges}]}`

export async function zipOf(entries: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return new Uint8Array(await new Response(readableOf(zip.outputStream)).arrayBuffer())
}
const readableOf = (stream: NodeJS.ReadableStream) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      stream.on('data', (chunk: Buffer) => controller.enqueue(chunk))
      stream.on('end', () => controller.close())
    },
  })
