export interface SentEvent {
  event: string
  data: Record<string, unknown>
}

/** The events of a whole stream; comments are left out. */
export const eventsOf = (body: string): SentEvent[] =>
  body
    .split('\n\n')
    .map((frame) => /^event: (\w+)\ndata: (.*)$/.exec(frame))
    .flatMap((found) => (found?.[2] ? [{ event: String(found[1]), data: JSON.parse(found[2]) }] : []))
