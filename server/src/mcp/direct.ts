// The plain calls of tools, which are nearly all requests, answered without the SDK: its objects and checks for one
// request cost more than most tools. Whatever is not exactly such a call is left to the SDK, and a test compares both.
import type { FastifyRequest } from 'fastify'
import { INFO } from './server.ts'

const MODERN = '2026-07-28'
const LEGACY: ReadonlySet<unknown> = new Set(['2025-11-25', '2025-06-18'])
const META = 'io.modelcontextprotocol/'
const ENVELOPE: ReadonlySet<string> = new Set(['protocolVersion', 'clientInfo', 'clientCapabilities'])

export interface DirectCall {
  id: string | number
  name: string
  args: Record<string, unknown> | undefined
  era: 'modern' | 'legacy'
}
export interface ToolAnswer {
  text: string
  structured?: Record<string, unknown>
  isError?: true
}

/** The call of a tool that needs nothing of the SDK; null for any other request. */
export function directCall(headers: FastifyRequest['headers'], body: unknown): DirectCall | null {
  if (!isObject(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/call') return null
  if (!hasOnly(body, ['jsonrpc', 'id', 'method', 'params'])) return null
  const { id, params } = body
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null
  if (!isObject(params) || !hasOnly(params, ['name', 'arguments', '_meta'])) return null
  const { name, arguments: args, _meta: meta = {} } = params
  if (typeof name !== 'string' || !isObject(meta) || !(args === undefined || isObject(args))) return null
  const { accept = '', 'content-type': type } = headers
  if (type !== 'application/json' || !accept.includes('application/json') || !accept.includes('text/event-stream'))
    return null
  const era = eraOf(headers, name, meta)
  return era && { id: id as string | number, name, args, era }
}

function eraOf(
  headers: FastifyRequest['headers'],
  name: string,
  meta: Record<string, unknown>,
): DirectCall['era'] | null {
  const version = headers['mcp-protocol-version']
  const ours = Object.keys(meta).filter((key) => key.startsWith(META))
  if (LEGACY.has(version)) return ours.length === 0 && headers['mcp-method'] === undefined ? 'legacy' : null
  if (version !== MODERN || headers['mcp-method'] !== 'tools/call' || headers['mcp-name'] !== name) return null
  const client = meta[`${META}clientInfo`]
  const isPlain =
    ours.length === ENVELOPE.size &&
    ours.every((key) => ENVELOPE.has(key.slice(META.length))) &&
    meta[`${META}protocolVersion`] === MODERN &&
    isObject(client) &&
    hasOnly(client, ['name', 'title', 'version']) &&
    [client.name, client.title ?? '', client.version].every((value) => typeof value === 'string') &&
    isObject(meta[`${META}clientCapabilities`])
  return isPlain ? 'modern' : null
}

/** The reply that the SDK would send. */
export const directReply = ({ id, era }: DirectCall, { text, structured, isError }: ToolAnswer): string =>
  JSON.stringify({
    result: {
      ...(era === 'modern' && { resultType: 'complete', _meta: { [`${META}serverInfo`]: INFO } }),
      content: [{ type: 'text', text }],
      ...(structured && { structuredContent: structured }),
      ...(isError && { isError }),
    },
    jsonrpc: '2.0',
    id,
  })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasOnly = (value: object, keys: readonly string[]): boolean =>
  Object.keys(value).every((key) => keys.includes(key))
