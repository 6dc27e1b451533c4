// Reads the JSON object in a reply of the AI service, which may have text around it or still be growing.
import { z } from 'zod'
import { parsePartialJson } from '../../providers/ai.ts'

const PROBLEM_MAX = 1_000

/** The object of a complete reply, checked by the schema, or what is wrong with it. */
export function readJson<T extends z.ZodType>(
  reply: string,
  schema: T,
): { value: z.infer<T>; problem?: never } | { problem: string } {
  const [first, last] = [reply.indexOf('{'), reply.lastIndexOf('}')]
  if (first < 0 || last < first) return { problem: 'It has no JSON object.' }
  try {
    const parsed = schema.safeParse(JSON.parse(reply.slice(first, last + 1)))
    return parsed.success ? { value: parsed.data } : { problem: z.prettifyError(parsed.error).slice(0, PROBLEM_MAX) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** What there is of the object in an unfinished reply; empty without one. */
export async function readPartialJson(reply: string): Promise<object> {
  const first = reply.indexOf('{')
  const value = first < 0 ? undefined : await parsePartialJson(reply.slice(first))
  return typeof value === 'object' && value !== null ? value : {}
}
