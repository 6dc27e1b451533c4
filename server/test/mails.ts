// What the server has mailed: from the outbox in its data folder, or as a real SMTP server receives it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, vi } from 'vitest'

/** The mails in the outbox, oldest first, as text. */
export function outbox(dataDir: string): string[] {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Waits for a mail to the address whose subject matches. */
export async function mailTo(dataDir: string, address: string, subject: RegExp): Promise<string> {
  const isIt = (mail: string) =>
    mail.includes(`\nTo: ${address}\n`) && subject.test(/^Subject: (.*)$/m.exec(mail)?.[1] ?? '')
  return vi.waitFor(() => outbox(dataDir).findLast(isIt) ?? expect.fail(`no mail to ${address}`), 30_000)
}

/** The secret in the mailed link to this page. */
export function tokenIn(mail: string, page: string): string {
  const [, token] = new RegExp(`/${page}\\?token=([\\w-]+)`).exec(mail) ?? []
  return token ?? expect.fail(`no link to ${page} in ${mail}`)
}

/**
 * An SMTP server on a port of its own, which takes every mail, or none when it is `broken`; the first `busy` ones it
 * asks to be sent later. `asked` counts them all.
 */
export async function smtpServer({ broken = false, busy = 0 } = {}): Promise<{
  url: string
  mails: Email[]
  asked: () => number
}> {
  const mails: Email[] = []
  let asked = 0
  const refusal = () => {
    if (broken) return Object.assign(new Error('mailbox unavailable'), { responseCode: 550 })
    return asked <= busy ? Object.assign(new Error('try again later'), { responseCode: 451 }) : null
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_, __, done) => {
      asked++
      done(refusal())
    },
    onData: (stream, _, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        mails.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  const listening = await new Promise<AddressInfo>((resolve) => {
    const { server: socket } = server
    server.listen(0, '127.0.0.1', () => resolve(socket.address() as AddressInfo))
  })
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${listening.port}`, mails, asked: () => asked }
}
