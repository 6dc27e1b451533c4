import type { Endpoint } from '@cairn/contract/api/common'
import type { z } from 'zod'

type Events<E extends Endpoint> = E extends { events: infer Rows } ? Rows : never
type Data<Row> = Row extends z.ZodType ? z.input<Row> : never

/** A stream of server-sent events whose other end is the test. It sends typed events, ends, or fails. */
export class FakeStream<E extends Endpoint> {
  /** Whether the browser has closed the connection. */
  isClosed = false
  readonly #endpoint: E
  readonly #bytes = new TransformStream<Uint8Array, Uint8Array>()
  readonly #writer = this.#bytes.writable.getWriter()

  constructor(endpoint: E) {
    this.#endpoint = endpoint
  }

  say<Name extends keyof Events<E> & string>(name: Name, data: Data<Events<E>[Name]>): this {
    this.#endpoint.events?.[name]?.parse(data)
    return this.#write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** The server's heartbeat. */
  beat(): this {
    return this.#write(': still here\n\n')
  }

  end(): void {
    this.#ignore(this.#writer.close())
  }

  /** The connection is lost. */
  breakOff(): void {
    this.#ignore(this.#writer.abort(new TypeError('network error')))
  }

  /** For the fake API. */
  open(signal: AbortSignal | null | undefined): Response {
    signal?.addEventListener('abort', () => {
      this.isClosed = true
      this.#ignore(this.#writer.abort(signal.reason))
    })
    return new Response(this.#bytes.readable, { headers: { 'content-type': 'text/event-stream' } })
  }

  #write(text: string): this {
    this.#ignore(this.#writer.write(new TextEncoder().encode(text)))
    return this
  }

  /** The browser has closed the stream. */
  #ignore(written: Promise<void>): void {
    written.catch(() => undefined)
  }
}
