// A hosted assistant: registers itself, sends people to the consent page and gets its tokens with their code.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Assistant {
  /** Where it sends a person. */
  url: string
  /** The query with which a person came back. */
  returned: () => Promise<URLSearchParams>
  /** Redeems the code of a person who came back. */
  redeem: () => Promise<{ access_token: string; refresh_token: string }>
  close: () => Promise<void>
}

export async function startAssistant(
  productUrl: string,
  name: string,
  scope = 'plans:read plans:write',
): Promise<Assistant> {
  let arrive: (query: URLSearchParams) => void = () => {}
  const arrived = new Promise<URLSearchParams>((resolve) => {
    arrive = resolve
  })
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/callback') arrive(searchParams)
    reply
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Assistant</title><h1>Connected</h1>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const metadata = await read(`${productUrl}/.well-known/oauth-authorization-server`)
  const { resource } = await read(`${productUrl}/.well-known/oauth-protected-resource/api`)
  const path = (url: unknown) => productUrl + new URL(String(url)).pathname
  const { client_id } = await read(path(metadata.registration_endpoint), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: ['http://127.0.0.1/callback'] }),
  })
  const verifier = randomBytes(32).toString('base64url')
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: String(client_id),
    redirect_uri,
    scope,
    state: 'of the journey',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: String(resource),
  })
  return {
    url: `${path(metadata.authorization_endpoint)}?${asked}`,
    returned: () => arrived,
    redeem: async () => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: (await arrived).get('code') ?? '',
        client_id: String(client_id),
        redirect_uri,
        code_verifier: verifier,
      })
      return (await read(path(metadata.token_endpoint), { method: 'POST', body })) as {
        access_token: string
        refresh_token: string
      }
    },
    close: () => closeServer(server),
  }
}

async function read(url: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const reply = await fetch(url, init)
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Record<string, unknown>
}

const closeServer = (server: Server) =>
  new Promise<void>((closed) => {
    server.closeAllConnections()
    server.close(() => closed())
  })
