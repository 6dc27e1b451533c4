import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * One caller: an IPv4 address, or the /64 network of an IPv6 address, because its owner can use every address in it.
 * Anything else counts as it is.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const [withoutZone] = parsed.toString().split('%')
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`)}/64`
}

/**
 * The client address of a request outside of Fastify. Behind a proxy, only the entry that the proxy adds to
 * X-Forwarded-For counts.
 */
export const addressOf =
  (trustProxy: boolean) =>
  ({ headers, socket }: IncomingMessage): string => {
    const forwarded = trustProxy ? [headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim() : ''
    return forwarded || (socket.remoteAddress ?? '')
  }
