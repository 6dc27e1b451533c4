// Sends mail over SMTP if configured, else writes it to a folder, so that every flow works on a laptop too.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Background, Log } from '../base/background.ts'
import { newId } from '../base/ids.ts'

const OUTBOX = 'outbox'
const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** A stopping server waits this long for mails that are being sent. */
const LAST_TRY_MS = 2_000

export interface Mail {
  to: string
  subject: string
  /** Paragraphs of plain text; the link follows the first. */
  text: string[]
  link: { label: string; url: string }
}

/**
 * Failed mails are retried after these times. They wait in memory, because the database stores no mailed links; a
 * stopping server logs what it loses.
 */
const TRY_AGAIN_MS = [10_000, 60_000, 5 * 60_000, 15 * 60_000]

export interface Mailer {
  /** Sends in the background, with retries; failures are logged and never reach the caller. */
  send(mail: Mail): void
  /** Cancels the pending retries, gives those that are being sent a last moment, and logs each lost mail. */
  close(): void
}

interface MailerOptions {
  /** `null`: each mail is written to `<data_dir>/outbox`, and on loopback its link is logged. */
  smtp_url: string | null
  mail_from: string
  data_dir: string
  /** Whether only this machine can reach the server; otherwise the log contains no link. */
  loopback: boolean
}

export function createMailer(
  options: MailerOptions,
  background: Background,
  log: Log,
  tryAgainMs: readonly number[] = TRY_AGAIN_MS,
): Mailer {
  const deliver = options.smtp_url === null ? outbox(options, log) : smtp(options.smtp_url, options.mail_from)

  const waiting = new Map<NodeJS.Timeout, Mail>()
  const stop = new AbortController()
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  })
  stopped.catch(() => {})
  let isClosing = false

  const sayLost = ({ to, subject }: Mail) =>
    log.error({ to, subject }, 'a mail is lost: the server stopped before it could be sent again')

  async function attempt(mail: Mail, number: number): Promise<void> {
    try {
      await Promise.race([deliver(mail), stopped])
    } catch (error) {
      if (isClosing) return sayLost(mail)
      const wait = tryAgainMs[number]
      if (wait === undefined || isRefused(error)) throw error
      log.warn({ err: error, again_in_ms: wait }, 'a mail could not be sent')
      const timer = setTimeout(() => {
        waiting.delete(timer)
        background.run('mail', () => attempt(mail, number + 1))
      }, wait).unref()
      waiting.set(timer, mail)
    }
  }
  return {
    send: (mail) => background.run('mail', () => attempt(mail, 0)),
    close: () => {
      isClosing = true
      for (const [timer, mail] of waiting) {
        clearTimeout(timer)
        sayLost(mail)
      }
      waiting.clear()
      setTimeout(() => stop.abort(), LAST_TRY_MS).unref()
    },
  }
}

/** The mail server rejected the mail permanently. */
function isRefused(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500
}

function smtp(url: string, from: string): (mail: Mail) => Promise<unknown> {
  let transport: Promise<Transporter> | undefined
  return async (mail) => {
    transport ??= connect(url)
    return (await transport).sendMail({
      from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: asText(mail),
      html: asHtml(mail),
    })
  }
}

/** The library is loaded with the first mail, because it would slow down every start. */
async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The mail as it would be sent, but readable: no encoding breaks the link. */
function outbox({ data_dir, mail_from, loopback }: MailerOptions, log: Log): (mail: Mail) => Promise<void> {
  return async (mail) => {
    const folder = join(data_dir, OUTBOX)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const head = [
      `From: ${mail_from}`,
      `To: ${mail.to}`,
      `Subject: ${mail.subject.replaceAll(/[\r\n]+/g, ' ')}`,
      `Date: ${new Date().toUTCString()}`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
    ]
    const file = join(folder, `${newId()}.eml`)
    // Write to a temporary file and rename, so readers never see a partial message.
    await writeFile(`${file}.part`, `${head.join('\n')}\n\n${asText(mail)}`, { mode: 0o600 })
    await rename(`${file}.part`, file)
    log.info(
      { to: mail.to, subject: mail.subject, ...(loopback && { link: mail.link.url }) },
      'mail written to the outbox',
    )
  }
}

/** Names and titles in a paragraph cannot begin another one. */
function paragraphs({ text, link }: Mail) {
  const [first = '', ...rest] = text.map((paragraph) => paragraph.replace(/\s+/g, ' '))
  return { first, rest, link }
}

function asText(mail: Mail): string {
  const { first, rest, link } = paragraphs(mail)
  return `${[first, `${link.label}:\n${link.url}`, ...rest].join('\n\n')}\n`
}

function asHtml(mail: Mail): string {
  const { first, rest, link } = paragraphs(mail)
  const p = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  const button =
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none'
  return [
    '<div style="font:16px/1.5 system-ui,sans-serif;max-width:560px">',
    p(escapeHtml(first)),
    p(`<a href="${escapeHtml(link.url)}" style="${button}">${escapeHtml(link.label)}</a>`),
    ...rest.map((text) => p(escapeHtml(text))),
    '</div>',
  ].join('\n')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
