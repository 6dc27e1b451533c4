// Messages for validation errors without a message in the contract: one sentence per kind of issue, which names the
// field.
import type { z } from 'zod'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  date: 'a date like 2026-01-31',
  datetime: 'a time like 2026-01-31T12:00:00Z',
  url: 'a URL',
  email: 'an email address',
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' items' }

/** For `safeParse(data, { error: sentenceOf })`; messages in the schema take precedence. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.join('.') || 'The value'
  const must = predicateOf(issue)
  return `${field} ${must}`
}

function predicateOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) ? 'is required' : `must be ${TYPES[issue.expected] ?? 'of another type'}`
    case 'invalid_value':
      return isMissing(issue.input)
        ? 'is required'
        : `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : 'is invalid'
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty'
      return `must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'too_big':
      return `must be at most ${issue.maximum.toLocaleString('en-US')}${UNITS[issue.origin] ?? ''}`
    default:
      return isMissing(issue.input) ? 'is required' : 'is invalid'
  }
}

const isMissing = (input: unknown): boolean => input === undefined || input === null
