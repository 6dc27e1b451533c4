// The official client against a server of a test, over HTTP.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { TestApp } from './factory.ts'

/** The revisions without and with a handshake. */
export const ERAS = ['modern', 'legacy'] as const
export type Era = (typeof ERAS)[number]

export interface McpClient {
  client: Client
  /** The structured result of a tool; throws if it is an error. */
  call<T = Record<string, unknown>>(name: string, args?: Record<string, unknown>): Promise<T>
  /** The error of a tool; throws if it succeeds. */
  refused(name: string, args?: Record<string, unknown>): Promise<Refused>
}
export interface Refused {
  code: string
  message: string
  hint: string
  current?: unknown
  details?: unknown
}

/** Starts listening. Returns the URL. */
export async function listen({ app }: Pick<TestApp, 'app'>): Promise<string> {
  const address = app.server.address()
  if (typeof address === 'object' && address) return `http://127.0.0.1:${address.port}`
  return app.listen({ port: 0, host: '127.0.0.1' })
}

export async function mcpClient(
  server: Pick<TestApp, 'app'>,
  token: string,
  { era = 'modern', headers = {} }: { era?: Era; headers?: Record<string, string> } = {},
): Promise<McpClient> {
  const url = new URL('/mcp', await listen(server))
  const client = new Client(
    { name: 'tests', version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  await client.connect(
    new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
    }),
  )
  onTestFinished(() => client.close())
  const textOf = ({ content }: { content: readonly unknown[] }) =>
    String((content[0] as { text?: string } | undefined)?.text)
  return {
    client,
    call: async <T>(name: string, args: Record<string, unknown> = {}) => {
      const result = await client.callTool({ name, arguments: args })
      if (result.isError) throw new Error(`${name} failed: ${textOf(result)}`)
      return result.structuredContent as T
    },
    refused: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args })
      if (!result.isError) throw new Error(`${name} succeeded: ${textOf(result)}`)
      return JSON.parse(textOf(result)) as Refused
    },
  }
}
