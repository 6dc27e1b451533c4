import { AVATAR_MAX_BYTES } from '@cairn/contract/api/common'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })

function upload(
  { app }: TestApp,
  { token }: TestUser,
  file: Buffer,
  { field = 'avatar', type = 'image/png', name = 'me.png' } = {},
) {
  const boundary = 'a-boundary-of-the-tests'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return app.inject({
    method: 'POST',
    url: '/api/upload/avatar',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

it.each(['png', 'jpeg', 'gif'] as const)('re-encodes a %s, square, upright and without metadata', async (format) => {
  const app = await testApp()
  const me = await app.make.user()
  const exif = { IFD0: { Artist: 'Somebody at home' } }
  const file = await picture(900, 600).withExif(exif).toFormat(format).toBuffer()

  const reply = await upload(app, me, file)

  expect(reply.statusCode).toBe(200)
  const { avatar_url } = reply.json<{ avatar_url: string }>()
  expect(avatar_url).toMatch(/^\/api\/avatars\/[\w-]{43}$/)
  const shown = await app.app.inject({ url: avatar_url })
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const metadata = await sharp(shown.rawPayload).metadata()
  expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 })
  expect(metadata.exif).toBeUndefined()
  expect(shown.rawPayload.includes('Somebody')).toBe(false)
  expect((await app.as(me)('GET', '/users/profile')).json()).toMatchObject({ avatar_url })
})

it('rotates an image by its orientation, crops the center and does not enlarge it', async () => {
  const app = await testApp()
  const me = await app.make.user()
  // Rotated by its metadata: red above, blue below when displayed upright.
  const half = (background: string) => ({ create: { width: 50, height: 60, channels: 3 as const, background } })
  const file = await sharp({ create: { width: 100, height: 60, channels: 3, background: 'white' } })
    .composite([
      { input: half('red'), left: 0, top: 0 },
      { input: half('blue'), left: 50, top: 0 },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

  const { avatar_url } = (await upload(app, me, file)).json<{ avatar_url: string }>()

  const { data, info } = await sharp((await app.app.inject({ url: avatar_url })).rawPayload)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([60, 60])
  const at = (x: number, y: number) => [
    ...data.subarray((y * 60 + x) * info.channels, (y * 60 + x) * info.channels + 3),
  ]
  expect(at(30, 5)[0]).toBeGreaterThan(200)
  expect(at(30, 55)[2]).toBeGreaterThan(200)
})

const png = () => picture(400, 400).png().toBuffer()
it.each([
  ['HTML', async () => Buffer.from('<html><script>alert(1)</script></html>')],
  [
    'SVG',
    async () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
      ),
  ],
  ['nothing', async () => Buffer.alloc(0)],
  ['half a picture', async () => png().then((file) => file.subarray(0, file.length / 2))],
  ['a text', async () => Buffer.from('not a picture')],
  ['a signature alone', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a WebP', () => picture(10, 10).webp().toBuffer()],
  ['a picture of more than 16 megapixels', () => picture(4_001, 4_000).png().toBuffer()],
])('rejects %s', async (_, make) => {
  const app = await testApp()
  const me = await app.make.user()

  const reply = await upload(app, me, await make())

  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ error: 'Please select an image file (PNG, JPG, or GIF)', code: 'invalid_image' })
  expect((await app.as(me)('GET', '/users/profile')).json()).toMatchObject({ avatar_url: null })
})

it.each([AVATAR_MAX_BYTES + 1, 6 * 1024 * 1024])('rejects an image of %i bytes', async (size) => {
  const app = await testApp()
  const me = await app.make.user()
  const file = Buffer.concat([await png(), Buffer.alloc(size)]).subarray(0, size)

  const reply = await upload(app, me, file)

  expect(reply.statusCode).toBe(413)
  expect(reply.json()).toEqual({ error: 'Image size must be less than 5MB', code: 'too_large' })
})

it('names the field that is missing', async () => {
  const app = await testApp()
  const me = await app.make.user()

  const wrongField = await upload(app, me, await png(), { field: 'file' })
  const noForm = await app.as(me)('POST', '/upload/avatar', {})

  for (const reply of [wrongField, noForm]) {
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ details: [{ path: 'avatar' }] })
  }
})

it('gives the same image a new URL each time, and removes the old one', async () => {
  const app = await testApp()
  const [me, other] = [await app.make.user(), await app.make.user()]
  const file = await png()
  const set = async (who: TestUser) => (await upload(app, who, file)).json<{ avatar_url: string }>().avatar_url
  const [first, theirs, second] = [await set(me), await set(other), await set(me)]
  const status = async (url: string) => (await app.app.inject({ url })).statusCode

  expect(new Set([first, theirs, second]).size).toBe(3)
  expect(await status(first)).toBe(404)
  expect((await app.as(me)('DELETE', '/upload/avatar')).statusCode).toBe(204)
  expect(await status(second)).toBe(404)
  expect(await status(theirs)).toBe(200)
})

it.each(['x', 'a'.repeat(43), '..%2f..%2fcairn.db', '%00'])('has no avatar at %s', async (key) => {
  const { app } = await testApp()

  expect((await app.inject({ url: `/api/avatars/${key}` })).statusCode).toBe(404)
})

it('accepts ten images an hour from one person, whether they are valid or not', async () => {
  const app = await testApp({ env: { CAIRN_ABUSE_LIMITS: 'on' } })
  const [me, other] = [await app.make.user(), await app.make.user()]
  const [file, broken] = [await png(), Buffer.from('not a picture')]

  const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => upload(app, me, i % 2 ? file : broken)))

  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(2)
  for (const reply of refused) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect((await upload(app, other, file)).statusCode).toBe(200)
})
