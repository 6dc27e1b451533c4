// Pages of lists: by number, or by a cursor that names the last row of the page before.
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { invalid } from '../core/errors.ts'

/** Opaque to clients. `list` keeps a cursor of one list from being read by another. */
export const writeCursor = (list: string, position: unknown): string =>
  Buffer.from(JSON.stringify([list, position])).toString('base64url')

/** The position in a cursor of this list; undefined without one. Throws 400 for anything else. */
export function readCursor<T>(list: string, position: z.ZodType<T>, cursor: string | undefined): T | undefined {
  if (cursor === undefined) return undefined
  try {
    const [of, value] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (of === list) return position.parse(value)
  } catch {
    // Explained below.
  }
  throw invalid('cursor', 'cursor is not valid')
}

interface Neighbors {
  page?: number
  pages?: number
  next: string | null
}

/** Sets RFC 8288 links to other pages, relative to this server. */
export function linkPages(reply: FastifyReply, url: string, { page, pages, next }: Neighbors): void {
  const [path = '', search] = url.split('?')
  const to = (rel: string, target: { page: number } | { cursor: string }) => {
    const query = new URLSearchParams(search)
    for (const name of ['page', 'cursor']) query.delete(name)
    for (const [name, value] of Object.entries(target)) query.set(name, String(value))
    return `<${path}?${query}>; rel="${rel}"`
  }
  const links = []
  if (page !== undefined && page > 1) links.push(to('first', { page: 1 }), to('prev', { page: page - 1 }))
  if (next !== null) links.push(to('next', { cursor: next }))
  if (page !== undefined && pages !== undefined && page < pages) links.push(to('last', { page: pages }))
  if (links.length > 0) reply.header('link', links.join(', '))
}
