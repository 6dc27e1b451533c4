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
import { AppError, filesUnavailable, OperatorError } from '../base/errors.ts'
import { type OutageListeners, watchOutages } from '../base/outages.ts'
import type { FileStore } from './file-store.ts'
import { isFileKey, type Spool } from './files.spool.ts'

/** Names the installation whose files are in the bucket: any other would take them for orphans. */
const OWNER = 'cairn-installation'

/** An unresponsive bucket must not keep requests open forever: it has this long for each step, */
const CONNECT_MS = 5_000
const PROGRESS_MS = 30_000
/** and for the whole request, in which the largest upload is sent over a slow line. */
const REQUEST_MS = 15 * 60_000
/** A slow reader of a file occupies a connection as long as it reads. Readers and writers do not wait for each other. */
const CONNECTIONS = 500
/** Each attempt may take the time above. */
const ATTEMPTS = 2

/**
 * Objects are named `ab/abcdef…`, as on the disk. An upload is spooled to the disk first, because its key is the hash
 * of its whole content. Throws `OperatorError` if the bucket rejects the settings.
 */
export async function s3Files(
  config: NonNullable<Config['s3']>,
  spool: Spool,
  listeners: OutageListeners,
): Promise<FileStore> {
  const connect = () =>
    new S3Client({
      region: config.region,
      endpoint: config.endpoint,
      // Stores other than Amazon's rarely have a host name per bucket.
      forcePathStyle: config.endpoint !== undefined,
      credentials: { accessKeyId: config.access_key_id, secretAccessKey: config.secret_access_key },
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout: PROGRESS_MS,
        requestTimeout: REQUEST_MS,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: CONNECTIONS },
        httpsAgent: { maxSockets: CONNECTIONS },
      },
      maxAttempts: ATTEMPTS,
      // Many compatible stores support no other checksum than this one.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  const [client, reading] = [connect(), connect()]
  const outage = watchOutages(listeners)
  async function answerOf<T>(sent: Promise<T>): Promise<T> {
    try {
      const answer = await sent
      outage.worked()
      return answer
    } catch (error) {
      if (!isAway(error)) throw error
      outage.failed(error)
      throw filesUnavailable(error)
    }
  }
  const place = (key: string) => ({ Bucket: config.bucket, Key: `${key.slice(0, 2)}/${key}` })

  async function head(key: string) {
    if (!isFileKey(key)) return null
    return answerOf(client.send(new HeadObjectCommand(place(key)))).catch(nullIfMissing)
  }

  const list = (page: { MaxKeys?: number; ContinuationToken?: string | undefined }) =>
    answerOf(client.send(new ListObjectsV2Command({ Bucket: config.bucket, ...page })))

  await list({ MaxKeys: 1 }).catch((error: unknown) => {
    const cause = error instanceof AppError ? error.cause : error
    if (!isRefused(cause)) return
    const { name, message } = cause as S3ServiceException
    throw new OperatorError(
      `The bucket ${config.bucket} cannot be used: ${name}: ${message} Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the access key.`,
    )
  })

  return {
    id: `${config.endpoint ?? 'aws'}/${config.bucket}`,
    put: (content, maxBytes, ready) =>
      spool.receive(content, maxBytes, async ({ key, path, size }) => {
        await ready?.(key)
        // The bucket rejects content that was changed on the way.
        const ChecksumSHA256 = Buffer.from(key, 'hex').toString('base64')
        const object = { ...place(key), Body: createReadStream(path), ContentLength: size, ChecksumSHA256 }
        await answerOf(client.send(new PutObjectCommand(object)))
      }),
    open: async (key, range) => {
      if (!isFileKey(key)) return null
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await answerOf(reading.send(new GetObjectCommand({ ...place(key), Range }))).catch(nullIfMissing)
      if (!found) return null
      if (!(found.Body instanceof Readable)) throw new Error(`The bucket answered no content for ${key}.`)
      const whole = found.ContentRange?.split('/').at(-1) ?? found.ContentLength
      return { stream: found.Body, size: Number(whole) }
    },
    exists: async (key) => (await head(key)) !== null,
    deleteOlder: async (key, time) => {
      const found = await head(key)
      if (found?.LastModified && found.LastModified < time)
        await answerOf(client.send(new DeleteObjectCommand(place(key))))
    },
    listOlder: async function* (time) {
      let ContinuationToken: string | undefined
      do {
        const page = await list({ ContinuationToken })
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
        const found = await answerOf(client.send(new GetObjectCommand(owner))).catch(nullIfMissing)
        return found?.Body?.transformToString()
      }
      const known = await read()
      if (known !== undefined) return known === installation
      const ChecksumSHA256 = createHash('sha256').update(installation).digest('base64')
      await answerOf(client.send(new PutObjectCommand({ ...owner, Body: installation, ChecksumSHA256 })))
      // Another one may have asked at the same time.
      return (await read()) === installation
    },
    sweep: spool.sweep,
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

/** Refusals with a status of clients that pass: a slow upload, and a change of the bucket at the same time. */
const PASSING = new Set(['RequestTimeout', 'OperationAborted', 'SlowDown'])

/** Whether the same request will fail again, so that the settings are wrong. */
function isRefused(error: unknown): boolean {
  const status = statusOf(error)
  if (status === undefined || PASSING.has((error as S3ServiceException).name)) return false
  return status < 500 && status !== 408 && status !== 429
}

/** Whether the bucket cannot be used at all. Settings that were right at the start can become wrong. */
const isAway = (error: unknown): boolean =>
  !isRefused(error) || statusOf(error) === 401 || statusOf(error) === 403 || isBucketMissing(error)

const isBucketMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchBucket'

function nullIfMissing(error: unknown): null {
  if (statusOf(error) === 404) return null
  throw error
}
