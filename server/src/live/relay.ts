// Relays changes to sockets on other servers. It sends only plan ids and revisions; each server reads the log itself,
// so order and completeness come from the log. SQLite has one server and does not need it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlanEvent } from '@cairn/contract/api/events'
import type { LivePerson } from '@cairn/contract/api/live'
import type { RecordedRevocation } from '../core/access-revocation.ts'
import { MESSAGE_MAX_BYTES, type Notifications } from '../db/notify.ts'
import type { Hub } from './hub.ts'
import { ELSEWHERE_MS } from './presence.ts'

type Message =
  | { kind: 'reached'; plan_id: string; revision: number }
  | { kind: 'revoked'; noted: RecordedRevocation }
  | { kind: 'people'; plan_id: string; people: LivePerson[] }
  /** Someone has opened the plan and needs its presence. */
  | { kind: 'who'; plan_id: string }
type Signed = Message & { from: string }

const BATCH = 100
/**
 * Changes within this time after a message are sent together in the next one: each message is a transaction that wakes
 * all servers.
 */
const PAUSE_MS = 10
/** Why no sockets are accepted while other servers' messages do not arrive. */
const DEAF = 'hears no messages'
/** A stopping server still sends its messages, unless the database is unavailable. */
const LAST_WORDS_MS = 1_000
const RETRY_MS = { first: 250, most: 5_000 }

export interface Relay {
  /** Starts to listen; throws if the database does not allow it. */
  start(): Promise<void>
  publish(events: readonly PlanEvent[]): void
  revokeAccess(noted: RecordedRevocation): void
  close(): Promise<void>
}

interface RelayDeps {
  serverId: string
  hub: Hub
  notifications: Notifications
  /** Another server has ended access. */
  onRevocation(noted: RecordedRevocation): void
  onError(error: unknown): void
}

export function createRelay({ serverId, hub, notifications, onRevocation, onError }: RelayDeps): Relay {
  /** Pending messages by subject: of a plan's revision or people only the latest is sent. */
  const outbox = new Map<string, Message>()
  /** Revocations are sent first. */
  const urgent = new Map<string, Message>()
  let sending: Promise<void> | null = null
  let endPause = () => {}
  let closed = false
  let link: { close(): Promise<void> } | null = null
  const heart = setInterval(() => hub.sendPresence(), ELSEWHERE_MS / 2).unref()

  function enqueue(about: string, message: Message, queue = outbox): void {
    if (closed) return
    if (queue === urgent) endPause()
    // An updated message moves to the end of the queue.
    queue.delete(about)
    queue.set(about, message)
    sending ??= send().finally(() => {
      sending = null
    })
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function send(): Promise<void> {
    for (let wait = RETRY_MS.first; urgent.size + outbox.size > 0; ) {
      const queue = urgent.size > 0 ? urgent : outbox
      const batch = [...queue].slice(0, BATCH)
      for (const [about] of batch) queue.delete(about)
      try {
        await notifications.send(batch.map(([, message]) => textOf({ ...message, from: serverId })))
        wait = RETRY_MS.first
        if (urgent.size === 0) await pause()
      } catch (error) {
        // Logged at the first of consecutive failures.
        if (wait === RETRY_MS.first) onError(error)
        if (closed) return
        // Newer messages are not overwritten.
        for (const [about, message] of batch) if (!queue.has(about)) queue.set(about, message)
        await sleep(wait, undefined, { ref: false })
        wait = Math.min(wait * 2, RETRY_MS.most)
      }
    }
  }

  function hear(text: string): void {
    const message = JSON.parse(text) as Signed
    if (message.from === serverId) return
    if (message.kind === 'reached') {
      hub.onRevision(message.plan_id, message.revision)
      hub.lists.touch(message.plan_id)
    } else if (message.kind === 'revoked') onRevocation(message.noted)
    else if (message.kind === 'people') hub.onRemotePresence(message.plan_id, message.from, message.people)
    else if (message.kind === 'who') hub.sendPresence(message.plan_id)
  }

  async function listen(): Promise<void> {
    link = await notifications.listen({ text: hear, lost: (error) => void recover(error) })
  }

  /** Notifications may have been lost: disconnects all clients, who reconnect, are authorized again and catch up. */
  async function recover(error: unknown): Promise<void> {
    onError(error)
    hub.shut(DEAF)
    for (let wait = RETRY_MS.first; !closed; wait = Math.min(wait * 2, RETRY_MS.most)) {
      await sleep(wait, undefined, { ref: false })
      try {
        await listen()
        hub.reopen(DEAF)
        if (closed) await link?.close()
        return
      } catch {
        // The loss was already logged; it retries until it succeeds.
      }
    }
  }

  hub.onPresence = (plan_id, people) => enqueue(`people ${plan_id}`, { kind: 'people', plan_id, people })
  hub.onRoom = (plan_id) => enqueue(`who ${plan_id}`, { kind: 'who', plan_id })

  return {
    start: listen,
    publish: (events) => {
      for (const { plan_id, revision } of events) enqueue(`reached ${plan_id}`, { kind: 'reached', plan_id, revision })
    },
    revokeAccess: (noted) => enqueue(`revoked ${noted.id}`, { kind: 'revoked', noted }, urgent),
    close: async () => {
      clearInterval(heart)
      closed = true
      await Promise.race([sending, sleep(LAST_WORDS_MS, undefined, { ref: false })])
      await link?.close()
    },
  }
}

/** Limited to PostgreSQL's payload size: only as many people as fit. */
function textOf(message: Signed): string {
  const text = JSON.stringify(message)
  if (message.kind !== 'people' || Buffer.byteLength(text) <= MESSAGE_MAX_BYTES) return text
  return textOf({ ...message, people: message.people.slice(0, Math.floor(message.people.length / 2)) })
}
