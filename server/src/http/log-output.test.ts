import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, write, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openLog } from './log-output.ts'

const line = (number: number) => `{"msg":"line ${number}, ${'long '.repeat(20)}"}\n`

function openFile(flags: string, name = 'log') {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const path = name === 'log' ? join(folder, name) : name
  const fd = openSync(path, flags)
  onTestFinished(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  return { fd, read: () => readFileSync(path, 'utf8') }
}

it('writes all lines once and in order, also those of the last moment', async () => {
  const { fd, read } = openFile('w+')
  const log = openLog(fd)
  const lines = Array.from({ length: 2_000 }, (_, index) => line(index))

  for (const each of lines.slice(0, 1_999)) log.write(each)
  await vi.waitFor(() => expect(read()).toContain('line 1998'))
  log.write(lines[1_999] ?? '')
  log.flushSync()

  expect(read()).toBe(lines.join(''))
})

it('drops lines that cannot be written, and goes on', async () => {
  const { fd, read } = openFile('w+')
  let isFull = true
  let attempts = 0
  const log = openLog(fd, {
    write: (to, bytes, offset, length, position, done) => {
      attempts++
      if (isFull) done(Object.assign(new Error('No space left'), { code: 'ENOSPC' }), 0)
      else write(to, bytes, offset, length, position, done)
    },
    writeSync,
  })
  const batch = Array.from({ length: 100 }, (_, index) => line(index))

  for (const each of batch) log.write(each)
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(0))
  isFull = false
  log.write(line(1_000))
  log.flushSync()

  expect(read()).toContain('line 1000')
  expect(read()).not.toContain('line 0,')
})
