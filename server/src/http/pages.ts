// Links between the pages of a list.
import type { FastifyReply } from 'fastify'

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
