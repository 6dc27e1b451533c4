import type { AddressInfo } from 'node:net'

interface Listening {
  /** The configured URL of the product, without a trailing slash. */
  public_url: string | null
  host: string
  port: number
}

/** Host names that mean "every interface" or "this machine". */
const LOCAL = new Set(['0.0.0.0', '::', '127.0.0.1', '::1'])

/**
 * The server's public URL, without a trailing slash: the configured one, else the one it listens on. Never the `Host`
 * of a request, which anyone can forge to redirect mailed links.
 */
export function publicUrl({ public_url, host, port }: Listening, listening: AddressInfo | string | null): string {
  if (public_url !== null) return public_url
  const actual = typeof listening === 'object' && listening ? listening.port : port
  const name = LOCAL.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${actual}`
}
