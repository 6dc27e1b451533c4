// Requests to URLs that users or their apps name. They reach only the public internet: the address that is checked is
// the one that is connected to, so a host name cannot change its address in between.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { finished } from 'node:stream/promises'
import { isInNetworks, isLoopbackAddress, isPublicAddress, type Network } from '../base/public-address.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** A longer reply is an error, or cut. */
  max_bytes: number
  /** The status decides: a body that is too long or too slow is cut. */
  cuts_body?: boolean
  /** For everything: name, connection, and the whole reply. */
  timeout_ms: number
  /** The connection of an earlier request to use again; without it each request has its own. */
  kept?: KeptConnection
}

/** A connection that requests to one server share. Its address was checked when it was opened, and cannot change. */
export interface KeptConnection {
  of(protocol: string): HttpAgent
  close(): void
}

export function keepConnection(): KeptConnection {
  let agent: HttpAgent | undefined
  return {
    of: (protocol) => {
      agent ??= new (protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 })
      return agent
    },
    close: () => agent?.destroy(),
  }
}

export interface OutboundReply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface OutboundDeps {
  /** Also allows plain HTTP and this machine; for tests. */
  allow_loopback: boolean
  /** Networks that are reached though they are not public, also over plain HTTP. */
  networks?: readonly Network[]
  /** Resolves host names; the system's by default. */
  resolve?: (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void
}

/** Why a request was not sent, or its reply not accepted; the message may be shown to the user. */
export class OutboundError extends Error {}

const resolveWithSystem: NonNullable<OutboundDeps['resolve']> = (host, done) =>
  dnsLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []))

/**
 * Sends one request, over HTTPS unless its address is in `networks`, and reads the reply. Follows no redirects: their
 * status is the reply. Throws `OutboundError` for a URL that is not allowed, an address that is not public, a timeout,
 * and a reply that is too long.
 */
export async function fetchOutside(
  url: string,
  { method = 'GET', headers = {}, body, max_bytes, cuts_body = false, timeout_ms, kept }: OutboundRequest,
  { resolve = resolveWithSystem, ...reach }: OutboundDeps,
): Promise<OutboundReply> {
  const target = requireReachable(url, reach)
  const refusalOf = refusalFor(target, reach)
  const lookup: LookupFunction = (name, options, done) =>
    resolve(name, (error, addresses) => {
      const [first] = addresses
      if (error || !first) return done(error ?? new OutboundError('The host name has no address.'), '', 0)
      // One private address is enough to refuse: which one is used is not for the name's owner to choose.
      for (const { address } of addresses) {
        const refused = refusalOf(address)
        if (refused) return done(refused, '', 0)
      }
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })

  const options: RequestOptions = {
    method,
    headers: {
      'user-agent': 'Cairn',
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
    lookup,
    signal: AbortSignal.timeout(timeout_ms),
  }
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise<OutboundReply>((resolveReply, reject) => {
    const fail = (error: Error) =>
      reject(error.name === 'TimeoutError' || error.name === 'AbortError' ? tooSlow(timeout_ms) : error)
    const send = (agent: HttpAgent | false) => {
      let isAnswered = false
      const sent = request(target, { ...options, agent }, (reply) => {
        isAnswered = true
        const read = cuts_body ? readBeginning : readAll
        read(reply, max_bytes).then(
          (content) => resolveReply({ status: reply.statusCode ?? 0, headers: reply.headers, body: content }),
          (error: Error) => {
            sent.destroy()
            fail(error)
          },
        )
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed the idle connection when the request was sent.
        if (sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) send(false)
        else if (!isAnswered || !cuts_body) fail(error)
      })
      sent.end(body)
    }
    send(kept?.of(target.protocol) ?? false)
  })
}

type Reach = Pick<OutboundDeps, 'allow_loopback' | 'networks'>

/** The URL, unless what it says itself is refused: its scheme, a password, or an address in place of a name. */
export function requireReachable(url: string, reach: Reach): URL {
  const target = parseUrl(url, reach.allow_loopback || (reach.networks ?? []).length > 0)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  // Node looks up only names: an address in the URL is checked here.
  const refusal = isIP(host) === 0 ? undefined : refusalFor(target, reach)(host)
  if (refusal) throw refusal
  return target
}

/** Why a request must not go to an address. */
const refusalFor =
  ({ protocol }: URL, { allow_loopback, networks = [] }: Reach) =>
  (address: string): OutboundError | undefined => {
    if (isInNetworks(address, networks) || (allow_loopback && isLoopbackAddress(address))) return undefined
    if (!isPublicAddress(address)) return new OutboundError('The address is not public.')
    return protocol === 'https:' || allow_loopback ? undefined : notSecure()
  }

function parseUrl(url: string, allow_http: boolean): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed?.username || parsed?.password) throw new OutboundError('The URL must not contain a password.')
  if (parsed?.protocol === 'https:' || (allow_http && parsed?.protocol === 'http:')) return parsed
  throw notSecure()
}

/** What arrives of a reply. Ends the connection if there is more. */
async function readBeginning(reply: IncomingMessage, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // An iterator drops what it has not read yet when the connection breaks.
  reply.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > max) reply.destroy()
  })
  // The server has answered even if the time is over or the connection broke.
  await finished(reply).catch(() => {})
  return Buffer.concat(chunks).subarray(0, max)
}

async function readAll(reply: IncomingMessage, max: number): Promise<Buffer> {
  const tooLong = () => new OutboundError(`The reply is longer than ${max} bytes.`)
  if (Number(reply.headers['content-length'] ?? 0) > max) throw tooLong()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const notSecure = () => new OutboundError('The URL must start with https://.')
const tooSlow = (ms: number) => new OutboundError(`There was no complete reply within ${ms / 1000} seconds.`)
