// The live channel at /api/live: authorization and heartbeat. connection.ts handles the messages.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIVE_CLOSE, LIVE_MESSAGE_MAX_BYTES, LIVE_PING_SECONDS } from '@cairn/contract/api/live'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { addressGroup } from '../base/address-group.ts'
import { AppError, isUnavailable, UNAVAILABLE_RETRY_S } from '../base/errors.ts'
import type { RateLimit } from '../core/rate-limit.ts'
import type { Authenticator } from '../features/auth/sessions/authenticator.ts'
import { type Credential, credentialOfActor, findHolderOf, redeemTicket } from '../features/auth/sessions/tickets.ts'
import { sendError } from '../http/error-body.ts'
import { Connection, type ConnectionDeps } from './connection.ts'

const PATH = '/api/live'
/** The URL of a request has no host of its own. */
const BASE = 'http://localhost'
/** Sockets that are pinged in one turn of the event loop. */
const BEATS_A_TURN = 200
/** A rejected client that does not answer the close is disconnected after this long. */
const FAREWELL_MS = 2_000

export interface LiveDeps extends ConnectionDeps {
  authenticator: Authenticator
  /** The IP address of the request. */
  addressOf(request: IncomingMessage): string
  /** The public URL, if known. */
  public_url: string | null
  /** Limit of upgrades by address group; null: none. */
  upgrades: RateLimit | null
  /** How many sockets one session or token may hold open. */
  sockets_max: number
}

/** Opens the live channel on the app's server; it closes with the app. */
export function serveLive(app: FastifyInstance, deps: LiveDeps): void {
  const { hub, transactor } = deps
  const server = new WebSocketServer({
    noServer: true,
    // Compression would cost each socket more memory than everything else.
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: LIVE_MESSAGE_MAX_BYTES,
  })
  const connections = new Set<Connection>()
  const perCredential = new Map<string, number>()
  let stopping = false

  /** Every upgrade is accepted, because a browser only sees the close code. */
  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { path, ticket } = targetOf(request)
    if (path === null) return refuse(socket, '400 Bad Request')
    if (path !== PATH) return refuse(socket, '404 Not Found')
    if (deps.upgrades && deps.upgrades.count(addressGroup(deps.addressOf(request))) > deps.upgrades.max)
      return refuse(socket, '429 Too Many Requests', `Retry-After: ${deps.upgrades.secondsLeft()}\r\n`)
    if (stopping || !hub.open) return refuse(socket, '503 Service Unavailable')
    if (!originAllowed(request, deps.public_url)) return refuse(socket, '403 Forbidden')
    const revocations = hub.revocations
    const credential = await credentialOf(request, ticket)
    const now = transactor.clock().toISOString()
    const holder = credential && (await findHolderOf({ db: transactor.store.reader, now }, credential))
    if (socket.destroyed) return
    server.handleUpgrade(request, socket, head, (opened) => {
      if (!holder) return turnAway(opened, LIVE_CLOSE.not_signed_in, 'not signed in')
      if (stopping) return turnAway(opened, LIVE_CLOSE.restarting, 'restarting')
      const { credential_id } = holder.actor
      const held = perCredential.get(credential_id) ?? 0
      if (held >= deps.sockets_max) return turnAway(opened, LIVE_CLOSE.too_many_messages, 'too many connections')

      perCredential.set(credential_id, held + 1)
      const connection = new Connection(opened, request.socket, holder, deps)
      connections.add(connection)
      opened.once('close', () => {
        connections.delete(connection)
        const left = (perCredential.get(credential_id) ?? 1) - 1
        if (left > 0) perCredential.set(credential_id, left)
        else perCredential.delete(credential_id)
      })
      // Access was revoked during the upgrade.
      if (hub.revocations !== revocations) connection.recheck()
    })
  }

  /** A ticket requires an Origin: clients without one are not browsers and can send the header. */
  async function credentialOf(request: IncomingMessage, ticket: string | null): Promise<Credential | null> {
    if (request.headers.authorization !== undefined)
      try {
        return credentialOfActor(await deps.authenticator.authenticate(request))
      } catch (error) {
        // Without the database its validity is unknown, and no one is signed out for that.
        if (error instanceof AppError && !isUnavailable(error)) return null
        throw error
      }
    return ticket && request.headers.origin !== undefined ? redeemTicket(transactor, ticket) : null
  }

  async function beat(): Promise<void> {
    let number = 0
    for (const connection of connections) {
      connection.beat()
      if (++number % BEATS_A_TURN === 0) await nextTurn()
    }
  }

  app.get(PATH, (_, reply) => {
    const message = 'This address only accepts WebSocket connections.'
    return sendError(reply.header('upgrade', 'websocket'), new AppError(426, 'upgrade_required', message))
  })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head).catch((error: unknown) => {
      deps.onError(error)
      if (isUnavailable(error)) refuse(socket, '503 Service Unavailable', `Retry-After: ${UNAVAILABLE_RETRY_S}\r\n`)
      else refuse(socket, '500 Internal Server Error')
    })
  })
  const heart = setInterval(beat, LIVE_PING_SECONDS * 1000).unref()
  app.addHook('preClose', async () => {
    stopping = true
    clearInterval(heart)
    hub.closeAll(LIVE_CLOSE.restarting, 'restarting')
  })
}

/** The target of an upgrade; the path is null if the URL is invalid. */
function targetOf({ url = '/' }: IncomingMessage): { path: string | null; ticket: string | null } {
  if (!URL.canParse(url, BASE)) return { path: null, ticket: null }
  const { pathname, searchParams } = new URL(url, BASE)
  return { path: pathname, ticket: searchParams.get('ticket') }
}

/** Rejects pages of other sites; a client without an Origin is not a browser. */
function originAllowed({ headers }: IncomingMessage, publicUrl: string | null): boolean {
  if (headers.origin === undefined) return true
  if (publicUrl !== null && headers.origin === new URL(publicUrl).origin) return true
  try {
    return new URL(headers.origin).host === headers.host
  } catch {
    return false
  }
}

function refuse(socket: Duplex, status: string, headers = ''): void {
  socket.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

function turnAway(socket: WebSocket, code: number, reason: string): void {
  socket.on('error', () => socket.terminate())
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), FAREWELL_MS).unref()
}
