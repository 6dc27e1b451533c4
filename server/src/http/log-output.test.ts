import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
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
  const { fd } = openFile('r', import.meta.filename)
  const log = openLog(fd)

  for (let index = 0; index < 500; index++) log.write(line(index))
  await new Promise((resolve) => setTimeout(resolve, 20))

  expect(() => log.flushSync()).not.toThrow()
})
