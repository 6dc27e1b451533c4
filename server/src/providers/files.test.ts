import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { s3Environment, startS3Server } from '../../test/s3-server.ts'
import { parseConfig } from '../base/config.ts'
import { OperatorError } from '../base/errors.ts'
import type { FileStore } from './file-store.ts'
import { openFileStore } from './files.ts'

const HELLO_KEY = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const hello = () => Readable.from([Buffer.from('hel'), Buffer.from('lo')])

interface Place {
  files: FileStore
  folder: string
  /** Makes a stored file look as if it had been put at that time. */
  age(key: string, time: Date): void
}

function testConfig(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, config: parseConfig({ CAIRN_DATA_DIR: folder, ...env }) }
}

const PLACES: Record<string, () => Promise<Place>> = {
  'the local disk': async () => {
    const { folder, config } = testConfig()
    const age = (key: string, time: Date) => utimesSync(join(folder, 'files', key.slice(0, 2), key), time, time)
    return { files: await openFileStore(config, { alone: true }), folder, age }
  },
  'an S3 bucket': async () => {
    const bucket = await startS3Server()
    const { folder, config } = testConfig(s3Environment(bucket))
    const age = (key: string, time: Date) => {
      const object = bucket.objects.get(`${key.slice(0, 2)}/${key}`)
      if (object) object.modified = time
    }
    return { files: await openFileStore(config, { alone: true }), folder, age }
  },
}

describe.each(Object.entries(PLACES))('files on %s', (_, open) => {
  it('are stored under the hash of their content and read back, completely and in part', async () => {
    const { files } = await open()

    const stored = await files.put(hello(), 100)
    const whole = await files.open(stored.key)
    const part = await files.open(stored.key, { start: 1, end: 3 })

    expect(stored).toEqual({ key: HELLO_KEY, size: 5 })
    expect(whole && [await text(whole.stream), whole.size]).toEqual(['hello', 5])
    expect(part && [await text(part.stream), part.size]).toEqual(['ell', 5])
    expect(await files.exists(stored.key)).toBe(true)
  })

  it('that are missing, or requested by anything but a key, are null', async () => {
    const { files } = await open()
    const other = HELLO_KEY.replace('2', '3')

    expect(await files.open(other)).toBeNull()
    expect(await files.exists(other)).toBe(false)
    expect(await files.open('../../etc/passwd')).toBeNull()
  })

  it('that are too large are rejected in plain words, and nothing is left', async () => {
    const { files, folder } = await open()
    const tooLarge = Readable.from([Buffer.alloc(1024 * 1024), Buffer.alloc(1)])

    await expect(files.put(tooLarge, 1024 * 1024)).rejects.toMatchObject({
      status: 413,
      message: 'The file is too large. The limit is 1 MB.',
    })
    expect(readdirSync(join(folder, 'files/tmp'))).toEqual([])
    expect(await Readable.from(files.listOlder(new Date(Date.now() + 1_000))).toArray()).toEqual([])
  })

  it('whose stream breaks leave nothing in the store', async () => {
    const { files, folder } = await open()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('the connection was lost')
      })(),
    )

    await expect(files.put(broken, 100)).rejects.toThrow('the connection was lost')
    expect(readdirSync(join(folder, 'files/tmp'))).toEqual([])
  })

  it('that do not fit on the disk are rejected with 507', async () => {
    const { files, folder } = await open()
    const full = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      })(),
    )

    await expect(files.put(full, 100)).rejects.toMatchObject({ status: 507, code: 'storage_full' })
    expect(readdirSync(join(folder, 'files/tmp'))).toEqual([])
  })

  it('are listed and deleted by age, and putting one again makes it young', async () => {
    const { files, age } = await open()
    const [old, again, young] = [
      await files.put(Readable.from([Buffer.from('old')]), 100),
      await files.put(Readable.from([Buffer.from('again')]), 100),
      await files.put(hello(), 100),
    ]
    const yesterday = new Date(Date.now() - 86_400_000)
    age(old.key, yesterday)
    age(again.key, yesterday)
    const anHourAgo = new Date(Date.now() - 3_600_000)

    const listed = await Readable.from(files.listOlder(anHourAgo)).toArray()
    await files.put(Readable.from([Buffer.from('again')]), 100)
    for (const { key } of [old, again, young]) await files.deleteOlder(key, anHourAgo)

    expect(listed.sort()).toEqual([old.key, again.key].sort())
    expect([await files.exists(old.key), await files.exists(again.key), await files.exists(young.key)]).toEqual([
      false,
      true,
      true,
    ])
  })
})

describe('a bucket', () => {
  it.each([
    ['S3_BUCKET', 'missing', /The bucket missing cannot be used: .*NoSuchBucket/],
    ['S3_ACCESS_KEY_ID', 'revoked', /The bucket cairn-test cannot be used: .*AccessDenied/],
  ])('that does not accept %s is an error of the operator', async (name, value, message) => {
    const { config } = testConfig({ ...s3Environment(await startS3Server()), [name]: value })

    await expect(openFileStore(config)).rejects.toThrow(OperatorError)
    await expect(openFileStore(config)).rejects.toThrow(message)
  })

  it('that is away at the start is reported once, answers 503, and works again by itself', async () => {
    const bucket = await startS3Server()
    let isAway = true
    bucket.before = async () => {
      if (isAway) throw new Error('away')
    }
    const reports: string[] = []
    const files = await openFileStore(testConfig(s3Environment(bucket)).config, {
      onAway: () => reports.push('away'),
      onBack: () => reports.push('back'),
    })

    const unavailable = { status: 503, code: 'files_unavailable', retryAfter: 10 }
    await expect(files.put(hello(), 100)).rejects.toMatchObject(unavailable)
    await expect(files.open(HELLO_KEY)).rejects.toMatchObject(unavailable)
    expect(reports).toEqual(['away'])

    isAway = false
    expect((await files.put(hello(), 100)).key).toBe(HELLO_KEY)
    await expect.poll(async () => [await files.exists(HELLO_KEY), reports]).toEqual([true, ['away', 'back']])
  })
})

it('starts with an empty folder for temporary files', async () => {
  const { folder, config } = testConfig()
  await openFileStore(config, { alone: true })
  writeFileSync(join(folder, 'files/tmp/left-over'), 'half')

  await openFileStore(config, { alone: true })

  expect(readdirSync(join(folder, 'files/tmp'))).toEqual([])
})

it('makes the folder for temporary files again when something has removed it', async () => {
  const { folder, config } = testConfig()
  const files = await openFileStore(config, { alone: true })
  rmSync(join(folder, 'files/tmp'), { recursive: true })

  expect((await files.put(hello(), 100)).key).toBe(HELLO_KEY)
})

it('stores one copy of a file that is put ten times concurrently', async () => {
  const { folder, config } = testConfig()
  const files = await openFileStore(config, { alone: true })

  await Promise.all(Array.from({ length: 10 }, () => files.put(hello(), 100)))

  expect(readFileSync(join(folder, 'files/2c', HELLO_KEY), 'utf8')).toBe('hello')
  expect(readdirSync(join(folder, 'files')).sort()).toEqual(['2c', 'store-id', 'tmp'])
})
