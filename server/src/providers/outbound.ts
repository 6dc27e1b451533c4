// Requests to URLs that users or their apps name. They reach only the public internet: the address that is checked is
// the one that is connected to, so a host name cannot change its address in between.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from '../base/public-address.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** A longer reply is an error. */
  max_bytes: number
  /** For everything: name, connection, and the whole reply. */
  timeout_ms: number
}

export interface OutboundReply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface OutboundDeps {
  /** Also allows plain HTTP and this machine; for tests. */
  allow_loopback: boolean
  /** Resolves host names; the system's by default. */
  resolve?: (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void
}

/** Why a request was not sent, or its reply not accepted; the message may be shown to the user. */
export class OutboundError extends Error {}

const resolveWithSystem: NonNullable<OutboundDeps['resolve']> = (host, done) =>
  dnsLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []))

/**
 * Sends one request, HTTPS only, and reads the reply. Follows no redirects: their status is the reply. Throws
 * `OutboundError` for a URL that is not allowed, an address that is not public, a long reply and a timeout.
 */
export async function fetchOutside(
  url: string,
  { method = 'GET', headers = {}, body, max_bytes, timeout_ms }: OutboundRequest,
  { allow_loopback, resolve = resolveWithSystem }: OutboundDeps,
): Promise<OutboundReply> {
  const target = parseUrl(url, allow_loopback)
  const allowed = (address: string) => isPublicAddress(address) || (allow_loopback && isLoopbackAddress(address))
  const host = target.hostname.replace(/^\[|\]$/g, '')
  // Node looks up only names: an address in the URL is checked here.
  if (isIP(host) !== 0 && !allowed(host)) throw notPublic()

  const lookup: LookupFunction = (name, options, done) =>
    resolve(name, (error, addresses) => {
      const [first] = addresses
      if (error || !first) return done(error ?? new OutboundError('The host name has no address.'), '', 0)
      // One private address is enough to refuse: which one is used is not for the name's owner to choose.
      if (!addresses.every(({ address }) => allowed(address))) return done(notPublic(), '', 0)
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
    // A connection of its own: a kept one would not be checked again.
    agent: false,
    signal: AbortSignal.timeout(timeout_ms),
  }
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise<OutboundReply>((resolveReply, reject) => {
    const fail = (error: Error) =>
      reject(error.name === 'TimeoutError' || error.name === 'AbortError' ? tooSlow(timeout_ms) : error)
    const sent = send(target, options, (reply) => {
      readAll(reply, max_bytes).then(
        (read) => resolveReply({ status: reply.statusCode ?? 0, headers: reply.headers, body: read }),
        (error: Error) => {
          sent.destroy()
          fail(error)
        },
      )
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

function parseUrl(url: string, allow_loopback: boolean): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed?.username || parsed?.password) throw new OutboundError('The URL must not contain a password.')
  if (parsed?.protocol === 'https:' || (allow_loopback && parsed?.protocol === 'http:')) return parsed
  throw new OutboundError('The URL must start with https://.')
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

const notPublic = () => new OutboundError('The address is not public.')
const tooSlow = (ms: number) => new OutboundError(`There was no complete reply within ${ms / 1000} seconds.`)
