// A bucket on loopback that speaks as much S3 as the file store uses: path style, one bucket, objects in memory.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface StoredObject {
  content: Buffer
  modified: Date
}
export interface S3Server {
  endpoint: string
  objects: Map<string, StoredObject>
  /** Asked before a request has its effect. */
  before: (method: string) => Promise<void>
}
const BUCKET = 'cairn-test'
const PAGE_MAX = 2

/** The environment that points a configuration at the bucket. */
export const s3Environment = ({ endpoint }: S3Server): Record<string, string> => ({
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: 'test-key',
  S3_SECRET_ACCESS_KEY: 'test-secret',
})

/** Ends with the test. Refuses requests of anyone but the test key, and content that is not what its checksum says. */
export async function startS3Server(): Promise<S3Server> {
  const bucket: S3Server = { endpoint: '', objects: new Map(), before: async () => {} }
  const server = createServer((request, response) => {
    bucket
      .before(request.method ?? '')
      .then(() => answer(bucket.objects, request, response))
      .catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  bucket.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return bucket
}

async function answer(objects: Map<string, StoredObject>, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3.test')
  const [, bucket, ...rest] = pathname.split('/')
  const key = rest.join('/')
  const body = await buffer(request)
  if (!request.headers.authorization?.includes('Credential=test-key/')) return fail(response, 403, 'AccessDenied')
  if (bucket !== BUCKET) return fail(response, 404, 'NoSuchBucket')
  if (request.method === 'GET' && key === '') return list(objects, searchParams.get('continuation-token'), response)

  const found = objects.get(key)
  if (request.method === 'PUT') {
    const checksum = createHash('sha256').update(body).digest('base64')
    if (request.headers['x-amz-checksum-sha256'] !== checksum) return fail(response, 400, 'BadDigest')
    objects.set(key, { content: body, modified: new Date() })
    return response.end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  if (!found) return fail(response, 404, 'NoSuchKey')
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const part = start ? found.content.subarray(Number(start), Number(end) + 1) : found.content
  response.writeHead(start ? 206 : 200, {
    'content-length': part.length,
    'last-modified': found.modified.toUTCString(),
    ...(start && { 'content-range': `bytes ${start}-${end}/${found.content.length}` }),
  })
  return response.end(request.method === 'HEAD' ? undefined : part)
}

function list(objects: Map<string, StoredObject>, token: string | null, response: ServerResponse) {
  const keys = [...objects.keys()].sort()
  const first = Number(token ?? 0)
  const more = first + PAGE_MAX < keys.length
  const contents = keys.slice(first, first + PAGE_MAX).map((key) => {
    const { content, modified } = objects.get(key) as StoredObject
    return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`
  })
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${first + PAGE_MAX}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
  )
}

function fail(response: ServerResponse, status: number, code: string) {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>Sent by a test.</Message></Error>`)
}
