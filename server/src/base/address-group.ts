import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * One caller: an IPv4 address, or the /64 network of an IPv6 address, because its owner can use every address in it.
 * Anything else counts as it is.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkOf(parsed, 64)
}

/** The /48 network of an IPv6 address: providers give one to a customer, who has 65,536 groups with it. Null for others. */
export function addressSite(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? null : networkOf(parsed, 48)
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const [withoutZone] = address.toString().split('%')
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/${bits}`)}/${bits}`
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
