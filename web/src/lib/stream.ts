// Calls that return server-sent events. They send a body and a session, which EventSource cannot do.
import type { Endpoint, ErrorBody } from '@cairn/contract/api/common'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { z } from 'zod'
import { ApiError, type CallInput, forgetSession, send, unanswered } from './api.ts'
import { getSession } from './session.ts'

/** The longest time without any data. A stream may take longer in total. */
const STALLED_MS = 30_000

type Streamed = Endpoint & { events: Readonly<Record<string, z.ZodType>> }

/** One event, as described by the endpoint's row. */
export type StreamEvent<E extends Streamed> = {
  [Name in keyof E['events']]: { name: Name; data: z.output<E['events'][Name]> }
}[keyof E['events']]

type StreamInput<E extends Streamed> = Omit<CallInput<E>, 'signal'> & { signal: AbortSignal; idempotencyKey: string }

/**
 * Calls an endpoint and yields its events. Throws an `ApiError` for an error status, an `error` event, and a lost or
 * idle connection, and the reason of an aborted signal. Leaving the loop closes the connection.
 */
export async function* stream<E extends Streamed>(
  endpoint: E,
  { signal, idempotencyKey, ...input }: StreamInput<E>,
): AsyncGenerator<StreamEvent<E>, void> {
  const connection = new AbortController()
  let stalled: ReturnType<typeof setTimeout> | undefined
  let isStalled = false
  const awaitProgress = () => {
    clearTimeout(stalled)
    stalled = setTimeout(() => {
      isStalled = true
      connection.abort()
    }, STALLED_MS)
  }
  const heard: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => heard.push(event) })
  const token = getSession()?.access_token
  try {
    awaitProgress()
    const response = await send(endpoint, input, {
      signal: AbortSignal.any([signal, connection.signal]),
      headers: { accept: 'text/event-stream', 'idempotency-key': idempotencyKey },
    })
    const text = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      awaitProgress()
      const read = await text?.read()
      if (!read || read.done) return
      parser.feed(read.value)
      for (const { event, data } of heard.splice(0)) {
        const parsed = parse(data)
        if (event === 'error') throw failed(response.status, parsed as ErrorBody, token)
        yield { name: event, data: parsed } as StreamEvent<E>
      }
    }
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error
    throw unanswered(error, isStalled)
  } finally {
    clearTimeout(stalled)
    connection.abort()
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new ApiError(200, 'invalid_reply', 'Invalid response from server')
  }
}

/** An error that the stream reports after its status was sent. */
function failed(status: number, { error, code, details }: ErrorBody, token: string | undefined): ApiError {
  // The session has ended meanwhile.
  if (code === 'not_signed_in') forgetSession(token)
  return new ApiError(status, code, error, details)
}
