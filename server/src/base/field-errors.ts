import type { ZodError } from 'zod'

/** An input of a megabyte can have a hundred thousand errors. These are enough to report. */
const REPORTED_MAX = 20

export interface FieldError {
  path: string
  message: string
}

/** What is wrong in an input, by field; `noun` is what an unknown one is called. */
export const fieldErrors = ({ issues }: ZodError, noun: string): FieldError[] =>
  issues
    .slice(0, REPORTED_MAX)
    .flatMap((issue) => explain(issue, noun))
    .slice(0, REPORTED_MAX)

function explain(issue: ZodError['issues'][number], noun: string): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, REPORTED_MAX).map((path) => ({ path, message: `Unknown ${noun} "${path}"` }))
  // For a field that may also be '', the last alternative is the field itself.
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined
  const path = inner?.message === issue.message ? [...issue.path, ...inner.path] : issue.path
  return [{ path: path.join('.'), message: issue.message }]
}
