// Server-sent events: a reply sent in steps.
import assert from 'node:assert'
import { PassThrough } from 'node:stream'
import type { Endpoint, ErrorBody } from '@cairn/contract/api/common'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../base/errors.ts'
import type { EventStream } from '../core/event-stream.ts'

export interface OpenStream<E> extends EventStream<E> {
  begun(): boolean
  /** Reports an error, unless the client has disconnected. */
  fail(body: () => ErrorBody): void
  end(): void
  /** The server stops. */
  stop(): void
  /** The access of the caller has ended: nothing more is sent than this error. */
  revoke(error: AppError): void
}

const stopping = () => new AppError(503, 'stopping', 'The server is shutting down. Please try again in a moment.')
const gone = () => new AppError(503, 'gone', 'The connection was closed.')

/** Sends three heartbeats per timeout, so neither clients nor proxies close the connection. */
export function openEventStream<E extends Endpoint>(
  { events = {} }: E,
  reply: FastifyReply,
  { strict_replies, timeout_ms }: { strict_replies: boolean; timeout_ms: number },
): OpenStream<E> {
  const body = new PassThrough()
  const ended = new AbortController()
  let heartbeat: NodeJS.Timeout | undefined
  const onClose = () => {
    clearInterval(heartbeat)
    ended.abort(gone())
  }
  if (reply.raw.closed) onClose()
  else reply.raw.once('close', onClose)

  const write = (text: string) => {
    if (!reply.raw.destroyed && body.writable) body.write(text)
  }
  const begin = () => {
    reply.headers({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      // Without it, nginx holds the events back until its buffer is full.
      'x-accel-buffering': 'no',
    })
    reply.send(body)
    heartbeat = setInterval(() => write(': \n\n'), timeout_ms / 3)
  }
  const send = (event: string, data: unknown) => {
    if (strict_replies) check(events[event], data)
    if (!heartbeat) begin()
    write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  let revoked: AppError | undefined
  return {
    send: (event, data) => {
      if (revoked) throw revoked
      send(event, data)
    },
    signal: ended.signal,
    begun: () => heartbeat !== undefined,
    fail: (what) => {
      if (!reply.raw.destroyed) send('error', what())
    },
    end: () => {
      clearInterval(heartbeat)
      body.end()
    },
    stop: () => ended.abort(stopping()),
    revoke: (error) => {
      revoked = error
      ended.abort(error)
    },
  }
}

function check(schema: z.ZodType | undefined, data: unknown): void {
  assert(schema, 'The contract does not name this event.')
  const sent = JSON.parse(JSON.stringify(data))
  assert.deepStrictEqual(sent, JSON.parse(JSON.stringify(schema.parse(sent))))
}
