// Forms with files, as a browser sends them.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { TestUser } from './factory.ts'

export interface TestFile {
  field?: string
  name?: string
  type?: string
  content?: string | Uint8Array<ArrayBuffer>
}

/** The bytes of a form and the header that says so. */
export async function formBody(files: readonly TestFile[]): Promise<{ payload: Buffer; contentType: string }> {
  const form = new FormData()
  for (const { field = 'file', name = 'notes.txt', type = 'text/plain', content = 'Hello' } of files)
    form.append(field, new Blob([content], { type }), name)
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await encoded.arrayBuffer()), contentType }
}

/** Posts one file; the path is below `/api`. */
export async function uploadAs(
  app: FastifyInstance,
  user: TestUser,
  path: string,
  file: TestFile,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const { payload, contentType } = await formBody([file])
  return app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': contentType, ...headers },
  })
}
