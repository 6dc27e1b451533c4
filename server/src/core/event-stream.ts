import type { z } from 'zod'

type EventsOf<E> = E extends { events: infer S extends Record<string, z.ZodType> } ? S : Record<string, z.ZodType>

/** The stream as a handler sees it. */
export interface EventStream<E> {
  /** The first event starts the reply. Does nothing after the client has disconnected. */
  send<K extends keyof EventsOf<E> & string>(event: K, data: z.input<EventsOf<E>[K]>): void
  /** Aborted when the client disconnects or the server stops; its reason may be thrown unchanged. */
  signal: AbortSignal
}
