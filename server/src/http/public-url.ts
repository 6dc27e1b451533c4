import type { AddressInfo } from 'node:net'

interface Listening {
  /** The configured address of the product, without a slash at the end. */
  public_url: string | null
  host: string
  port: number
}

/** What people type for an address that means "every interface" or "this machine". */
const LOCAL = new Set(['0.0.0.0', '::', '127.0.0.1', '::1'])

/**
 * Where people reach this server, without a slash at the end: the configured address, else the one it listens on. Never
 * the `Host` of a request, which anybody can forge to have a mailed link point elsewhere.
 */
export function publicUrl({ public_url, host, port }: Listening, listening: AddressInfo | string | null): string {
  if (public_url !== null) return public_url
  const actual = typeof listening === 'object' && listening ? listening.port : port
  const name = LOCAL.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${actual}`
}
