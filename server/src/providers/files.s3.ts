// Files in an S3 bucket. Loaded only if one is configured: the client costs memory and a tenth of a second.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Config } from '../base/config.ts'
import type { FileStore } from './file-store.ts'
import { isFileKey, type Spool } from './files.spool.ts'

/** Names the installation whose files are in the bucket: any other would take them for orphans. */
const OWNER = 'cairn-installation'

/** An unresponsive bucket must not keep requests open forever. */
const CONNECT_MS = 5_000
const PROGRESS_MS = 30_000

/**
 * Objects are named `ab/abcdef…`, as on the disk. An upload is spooled to the disk first, because its key is the hash
 * of its whole content.
 */
export function s3Files(config: NonNullable<Config['s3']>, spool: Spool): FileStore {
  const client = new S3Client({
    region: config.region,
    endpoint: config.endpoint,
    // Stores other than Amazon's rarely have a host name per bucket.
    forcePathStyle: config.endpoint !== undefined,
    credentials: { accessKeyId: config.access_key_id, secretAccessKey: config.secret_access_key },
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: PROGRESS_MS, throwOnRequestTimeout: true },
    // Many compatible stores support no other checksum than this one.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const place = (key: string) => ({ Bucket: config.bucket, Key: `${key.slice(0, 2)}/${key}` })

  async function head(key: string) {
    if (!isFileKey(key)) return null
    return client.send(new HeadObjectCommand(place(key))).catch(nullIfMissing)
  }

  return {
    id: `${config.endpoint ?? 'aws'}/${config.bucket}`,
    put: (content, maxBytes, ready) =>
      spool.receive(content, maxBytes, async ({ key, path, size }) => {
        await ready?.(key)
        // The bucket rejects content that was changed on the way.
        const ChecksumSHA256 = Buffer.from(key, 'hex').toString('base64')
        await client.send(
          new PutObjectCommand({ ...place(key), Body: createReadStream(path), ContentLength: size, ChecksumSHA256 }),
        )
      }),
    open: async (key, range) => {
      if (!isFileKey(key)) return null
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await client.send(new GetObjectCommand({ ...place(key), Range })).catch(nullIfMissing)
      if (!found) return null
      if (!(found.Body instanceof Readable)) throw new Error(`The bucket answered no content for ${key}.`)
      const whole = found.ContentRange?.split('/').at(-1) ?? found.ContentLength
      return { stream: found.Body, size: Number(whole) }
    },
    exists: async (key) => (await head(key)) !== null,
    deleteOlder: async (key, time) => {
      const found = await head(key)
      if (found?.LastModified && found.LastModified < time) await client.send(new DeleteObjectCommand(place(key)))
    },
    listOlder: async function* (time) {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket: config.bucket, ContinuationToken }))
        for (const { Key, LastModified } of page.Contents ?? []) {
          const key = Key?.slice(3) ?? ''
          if (isFileKey(key) && LastModified && LastModified < time) yield key
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    isOwnedBy: async (installation) => {
      const owner = { Bucket: config.bucket, Key: OWNER }
      const read = async () => {
        const found = await client.send(new GetObjectCommand(owner)).catch(nullIfMissing)
        return found?.Body?.transformToString()
      }
      const known = await read()
      if (known !== undefined) return known === installation
      const ChecksumSHA256 = createHash('sha256').update(installation).digest('base64')
      await client.send(new PutObjectCommand({ ...owner, Body: installation, ChecksumSHA256 }))
      // Another one may have asked at the same time.
      return (await read()) === installation
    },
    sweep: spool.sweep,
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
  throw error
}
