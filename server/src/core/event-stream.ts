import type { z } from 'zod'

type EventsOf<E> = E extends { events: infer S extends Record<string, z.ZodType> } ? S : Record<string, z.ZodType>

/** What a handler gets of its stream. */
export interface EventStream<E> {
  /** The first event starts the reply. Does nothing after the client has disconnected. */
  send<K extends keyof EventsOf<E> & string>(event: K, data: z.input<EventsOf<E>[K]>): void
  /** Aborted when the other side goes, and when the server stops; its reason may be thrown as it is. */
  signal: AbortSignal
}
