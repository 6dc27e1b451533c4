import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

const PREFIX_GROUPS = 4
const GROUPS = 8

/**
 * What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, because whoever has one address of it has
 * all of them.
 */
export function addressGroup(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${groups
    .slice(0, PREFIX_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * The caller's machine for a request that is not Fastify's. Behind a proxy it is what the proxy adds to X-Forwarded-For; what a caller
 * wrote before that does not count.
 */
export const addressOf =
  (trustProxy: boolean) =>
  ({ headers, socket }: IncomingMessage): string => {
    const forwarded = trustProxy ? [headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim() : ''
    return forwarded || (socket.remoteAddress ?? '')
  }
