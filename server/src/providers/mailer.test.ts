import { expect, it, vi } from 'vitest'
import { smtpServer } from '../../test/mails.ts'
import { createBackground } from '../base/background.ts'
import { createMailer } from './mailer.ts'

const MAIL = {
  to: 'ana@example.test',
  subject: 'Hello',
  text: ['A mail.'],
  link: { label: 'Open', url: 'https://cairn.test/' },
}

/** Tries again at once, twice. */
function mailer(smtp_url: string, tryAgainMs = [1, 1]) {
  const lines: [level: string, text: string][] = []
  const log = {
    info: () => {},
    warn: (_: object, text: string) => void lines.push(['warn', text]),
    error: (_: object, text: string) => void lines.push(['error', text]),
  }
  const options = { smtp_url, mail_from: 'Cairn <cairn@example.test>', data_dir: '', loopback: true }
  return { lines, ...createMailer(options, createBackground(log), log, tryAgainMs) }
}

it('retries a mail that could not be sent', async () => {
  const smtp = await smtpServer({ busy: 2 })
  const { send, lines } = mailer(smtp.url)

  send(MAIL)
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), 30_000)

  expect(smtp.mails[0]?.subject).toBe('Hello')
  expect(lines.map(([level]) => level)).toEqual(['warn', 'warn'])
})

it('gives up after the last retry', async () => {
  const smtp = await smtpServer({ busy: 9 })
  const { send, lines } = mailer(smtp.url)

  send(MAIL)
  await vi.waitFor(() => expect(lines.map(([level]) => level)).toEqual(['warn', 'warn', 'error']), 30_000)

  expect(smtp.asked()).toBe(3)
})

it('gives up immediately when the mail server rejects the mail permanently', async () => {
  const smtp = await smtpServer({ broken: true })
  const { send, lines } = mailer(smtp.url)

  send(MAIL)
  await vi.waitFor(() => expect(lines.map(([level]) => level)).toEqual(['error']), 30_000)

  expect(smtp.asked()).toBe(1)
})

it('logs the mails that a shutdown loses, and never sends them', async () => {
  const smtp = await smtpServer({ busy: 1 })
  const { send, close, lines } = mailer(smtp.url, [60_000])

  send(MAIL)
  await vi.waitFor(() => expect(lines.map(([level]) => level)).toEqual(['warn']), 30_000)
  close()
  close()

  expect(lines.slice(1)).toEqual([['error', 'a mail is lost: the server stopped before it could be sent again']])
  expect(smtp.asked()).toBe(1)
})
