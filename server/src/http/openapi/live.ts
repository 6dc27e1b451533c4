// The live channel as an operation: how to open it, and the messages of both sides.
import { ClientMessage, ServerMessage } from '@cairn/contract/api/live'
import { REFUSALS } from './errors.ts'
import type { Schemas } from './schemas.ts'

export function describeLive(schemas: Schemas) {
  const described = {
    client: schemas.describe(ClientMessage, 'input', 'LiveClientMessage'),
    server: schemas.describe(ServerMessage, 'output', 'LiveServerMessage'),
  }
  return {
    operationId: 'liveConnect',
    summary: 'Open the live channel (a WebSocket)',
    description:
      'JSON text frames in both directions: a client sends `LiveClientMessage`, the server `LiveServerMessage`. See “Live channel” in the introduction.',
    tags: ['live'],
    security: [{ session: [] }, { apiToken: ['read'] }, { apiKey: ['read'] }, {}],
    parameters: [
      {
        name: 'ticket',
        in: 'query',
        description: 'For browsers, which cannot send the header: from `POST /api/live/ticket`.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      101: {
        description: 'The connection is open. The server sends `LiveServerMessage`, you send `LiveClientMessage`.',
        content: { 'application/json': { schema: { anyOf: [described.server, described.client] } } },
      },
      ...Object.fromEntries(
        ([401, 403, 429] as const).map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status][0]}` }]),
      ),
    },
  }
}
