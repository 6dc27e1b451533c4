/** One page of a list. Cursors are opaque to the app; here they are offsets. */
export function pageOf<T>(rows: readonly T[], query: Record<string, string>) {
  const [first, limit] = [Number(query.cursor ?? 0), Number(query.limit)]
  const next = first + limit < rows.length ? `</api/list?cursor=${first + limit}&limit=${limit}>; rel="next"` : ''
  return { reply: rows.slice(first, first + limit), headers: { 'x-total-count': `${rows.length}`, link: next } }
}
