import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DECODER } from '../paths.ts'
import { createDecoder } from './images.process.ts'

const times = { decoding_max_ms: 20_000, idle_max_ms: 20_000 }
const png = () => sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })

/** A decoder whose program is this text. */
function programOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-decoder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'program.mjs')
  writeFileSync(file, `process.on('disconnect', () => process.exit())\n${text}`)
  return file
}

it('decodes in another process, which serves again and is replaced when it dies', async () => {
  const decoder = createDecoder({ program: DECODER, ...times })
  const file = await png().png().toBuffer()

  expect(decoder.pid()).toBeUndefined()
  expect(await decoder.draw(file)).toBeInstanceOf(Uint8Array)
  const first = decoder.pid() ?? 0
  expect(first).not.toBe(process.pid)
  expect(await decoder.draw(Buffer.from('no picture'))).toBeNull()
  expect(decoder.pid()).toBe(first)
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(decoder.pid()).toBeUndefined(), 30_000)
  expect(await decoder.draw(file)).toBeInstanceOf(Uint8Array)
  expect(decoder.pid()).not.toBe(first)
})

it('decodes one image at a time', async () => {
  const program = programOf(`
    let open = 0
    process.on('message', () => {
      open += 1
      setTimeout(() => { process.send(Uint8Array.of(open)); open -= 1 }, 5)
    })`)
  const { draw } = createDecoder({ program, ...times })

  const drawn = await Promise.all(Array.from({ length: 6 }, () => draw(Uint8Array.of(1))))

  expect(drawn.map((bytes) => bytes?.[0])).toEqual([1, 1, 1, 1, 1, 1])
})

it('rejects an image that takes too long, and kills the process', async () => {
  const decoder = createDecoder({
    program: programOf("process.on('message', () => {})"),
    ...times,
    decoding_max_ms: 100,
  })

  expect(await decoder.draw(Uint8Array.of(1))).toBeNull()
  expect(decoder.pid()).toBeUndefined()
})

it('rejects an image whose process dies, and decodes the next one', async () => {
  const program = programOf(
    "process.on('message', ([first]) => first === 0 ? process.exit(1) : process.send(Uint8Array.of(first)))",
  )
  const { draw } = createDecoder({ program, ...times })

  const [died, next] = await Promise.allSettled([draw(Uint8Array.of(0)), draw(Uint8Array.of(7))])

  expect(died.status).toBe('rejected')
  expect(next).toMatchObject({ status: 'fulfilled', value: Uint8Array.of(7) })
})

it('stops an idle process, and passes it no secret', async () => {
  vi.stubEnv('CAIRN_SECRET', 'a secret of the tests, long enough to be one')
  onTestFinished(() => void vi.unstubAllEnvs())
  const program = programOf("process.on('message', () => process.send(Buffer.from(Object.keys(process.env).join())))")
  const decoder = createDecoder({ program, ...times, idle_max_ms: 1 })

  const names = Buffer.from((await decoder.draw(Uint8Array.of(1))) ?? []).toString()

  expect(names).not.toContain('CAIRN')
  await vi.waitFor(() => expect(decoder.pid()).toBeUndefined(), 30_000)
})
