// Shared building blocks: the shape of an endpoint, ids, bounded texts, errors and pages.
import { z } from 'zod'
import { EMAIL_MAX, EMAIL_PATTERN } from '../rules/email.ts'
import type { Access } from '../rules/permissions.ts'
import type { ErrorCode } from './errors.ts'

/** An API call as data: the server mounts it, the web app calls it, the reference describes it, tests walk it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, with `:name` for parameters. */
  path: string
  /** Other paths that mean the same. */
  aliases?: readonly string[]
  summary: string
  access: Access
  params?: z.ZodObject
  /** A `strictObject`: unknown parameters are rejected. Without it, no parameter is accepted. */
  query?: z.ZodType
  body?: z.ZodType
  /** Absent: no content (204), or bytes. */
  reply?: z.ZodType
  /** Other shapes of the reply by query; the reference shows each. */
  variants?: Readonly<Record<string, z.ZodType>>
  /** Reply headers besides those of every reply. */
  reply_headers?: readonly (
    | 'ETag'
    | 'Link'
    | 'X-Total-Count'
    | 'X-Status-Counts'
    | 'X-Plans-State'
    | 'X-Plan-Revision'
    | 'X-Change'
    | 'X-Lease'
  )[]
  /** Errors that do not follow from the rest of the row. */
  refusals?: readonly (400 | 401 | 403 | 404 | 409 | 502)[]
  /** The status of success; by default 200, or 204 without a reply. */
  status?: 200 | 201 | 204
  /** The field of the form that carries the file, for `multipart`. */
  file_field?: string
  /** Another status of success, for something that already existed. */
  also_status?: 200
  /**
   * `multipart`: the body is a form with files. `bytes`: the reply is a file; with `reply`, it may be JSON. `events`: the reply is a stream of
   * server-sent `events`.
   */
  transport?: 'multipart' | 'bytes' | 'events'
  /** The types of the file of `bytes`, besides JSON; by default any. */
  file_types?: readonly string[]
  /** What each kind of server-sent event carries, as JSON, by its name. */
  events?: Readonly<Record<string, z.ZodType>>
  /** Accepts an idempotency key without replying 201; see `takesKey`. */
  idempotent?: true
  /** Also accepts a URL with `expires` and `signature`, which act for the person it was issued to. */
  signed?: true
  /** Changes a row with a version: the body takes `expected_version`, or the `If-Match` header does. */
  versioned?: true
  /** Finds the plan only in the trash. */
  trashed?: true
}
export type Api = Readonly<Record<string, Endpoint>>

/** Whether a repeated call with the same `Idempotency-Key` runs only once. */
export const takesKey = ({ method, status, idempotent, access, path }: Endpoint): boolean =>
  method === 'POST' && (status === 201 || idempotent === true) && access !== 'public' && !path.startsWith('/auth/')

/** The headers of an endpoint's row, and `X-Plan-Revision`, `X-Change` and `X-Lease` for every write in a plan. */
export const replyHeaders = ({
  method,
  path,
  access,
  reply_headers = [],
}: Endpoint): NonNullable<Endpoint['reply_headers']> =>
  method !== 'GET' && path.includes('/plans/:planId') && access !== 'plan.copy'
    ? [...reply_headers, 'X-Plan-Revision', 'X-Change', 'X-Lease']
    : reply_headers

/** The largest revision that both databases hold. */
export const REVISION_MAX = 2_147_483_647

export const LIMITS = {
  title: 255,
  plan_description: 5_000,
  description: 10_000,
  context: 50_000,
  agent_instructions: 50_000,
  acceptance_criteria: 10_000,
  content: 10_000,
  tags: 20,
  tag: 50,
  metadata_bytes: 10_240,
  metadata_depth: 40,
  name: 100,
  organization: 100,
  prompt: 1_000,
  file_name: 255,
  url: 2_048,
  bulk: 500,
  assignees: 20,
  page: 100,
} as const

export const AVATAR_MAX_BYTES = 5_242_880
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024
/** How long a deleted plan or node can be restored. */
export const TRASH_DAYS = 30

/** Upper case means the same. */
export const Id = z.uuid().toLowerCase()
export const Timestamp = z.iso.datetime()

/** Neither database stores a NUL character or a lone surrogate in text. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu
export const isStorable = (text: string): boolean => text.search(UNSTORABLE) < 0
export const withoutUnstorable = (text: string): string => text.replace(UNSTORABLE, '')

export const RUN_ID_MAX = 100
/** What groups the changes of an agent: header `X-Run-Id`. */
export const RunId = z
  .string('run_id must be a string')
  .min(1, `run_id must have 1 to ${RUN_ID_MAX} characters`)
  .max(RUN_ID_MAX, `run_id must have 1 to ${RUN_ID_MAX} characters`)
  .refine(isStorable, 'run_id contains invalid characters')
  // Browsers take these out of the URL of the run's page.
  .refine((id) => id !== '.' && id !== '..', 'run_id must not be "." or ".."')

/** Spaces, control characters and characters that are never drawn, like U+200B. */
const INVISIBLE = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Whether a text shows nothing. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === ''

/** Line breaks and other control characters, and what changes the direction of what follows. */
const MISLEADING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** False for a name that has several lines or is drawn as another one. */
export const isReadable = (name: string): boolean => !MISLEADING.test(name)

const boundedText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be a string` })
    .max(max, `${label} must be at most ${max.toLocaleString('en-US')} characters`)
    .refine(isStorable, `${label} contains invalid characters`)

/** Text that must not be blank. It is stored exactly as sent. */
export const requiredText = (label: string, max: number) =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? `${label} is required` : `${label} must be a string`,
    })
    .max(max, `${label} must be at most ${max.toLocaleString('en-US')} characters`)
    .refine((text) => !isBlank(text), `${label} is required`)
    .refine(isStorable, `${label} contains invalid characters`)

/** On create: `null`, `''` and absent all mean none. */
export const optionalText = (label: string, max: number) =>
  boundedText(label, max)
    .nullish()
    .transform((text) => text || null)

/** On update: absent means unchanged, `null` and `''` clear. */
export const changedText = (label: string, max: number) =>
  boundedText(label, max)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null))

/** On update: absent and `null` mean unchanged. */
export const changedRequiredText = (label: string, max: number) =>
  requiredText(label, max)
    .nullish()
    .transform((text) => text ?? undefined)

/** Each form has its own two messages. */
export const emailAddress = (required: string, invalid: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(EMAIL_MAX, invalid)
    .pipe(z.email({ pattern: EMAIL_PATTERN, error: invalid }))
    .transform((email) => email.toLowerCase())

export const EmailAddress = emailAddress('Email is required', 'Invalid email format')

export const METADATA_TOO_LARGE = `Metadata must be at most ${LIMITS.metadata_bytes.toLocaleString('en-US')} bytes of JSON`

/** Free JSON that belongs to the caller: the one rule for it at every edge. */
export const Metadata = z
  .record(z.string(), z.unknown(), 'Metadata must be an object')
  .refine((value) => !isDeeper(value, LIMITS.metadata_depth), {
    message: `Metadata must be nested at most ${LIMITS.metadata_depth} levels deep`,
    abort: true,
  })
  .refine((value) => jsonSize(value, LIMITS.metadata_bytes) <= LIMITS.metadata_bytes, METADATA_TOO_LARGE)

/** Whether lists and objects are nested in more than `levels`, the value itself included. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** Bytes of the value as JSON in UTF-8, counted only where they may exceed `max`. */
function jsonSize(value: unknown, max: number): number {
  const json = JSON.stringify(value)
  if (json.length > max || json.length * 3 <= max) return json.length
  let bytes = 0
  for (const character of json) bytes += utf8Size(character.codePointAt(0) ?? 0)
  return bytes
}

function utf8Size(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

/** Only years with four digits are accepted. Invalid times are rejected elsewhere. */
function hasFourDigitYear(time: string): boolean {
  const year = new Date(time).getUTCFullYear()
  return !(year < 1 || year > 9999)
}

/** The earliest day that can be due. */
export const FIRST_DAY = '1900-01-01'

export const DUE_DATE_MESSAGE = 'Due date must be a date like 2026-01-31'

/** `YYYY-MM-DD`; a full timestamp is accepted and truncated. */
export const dateOnly = (message: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], { error: message })
    .transform((text) => text.slice(0, 10))
    // Not the year 26 for 2026.
    .refine((day) => hasFourDigitYear(day) && day >= FIRST_DAY, message)

/** A time with an offset, stored in UTC. */
export const timeInput = (label: string) => {
  const message = `${label} must be a time like 2026-01-31T12:00:00Z`
  return z.iso
    .datetime({ offset: true, error: message })
    .refine(hasFourDigitYear, message)
    .transform((time) => new Date(time).toISOString())
}

/** Also accepts '' for none. Errors are worded by the type. */
export const orEmpty = <T extends z.ZodType>(type: T) =>
  z.union([z.literal(''), type], {
    error: ({ code, errors }) => (code === 'invalid_union' ? errors[1]?.[0]?.message : undefined),
  })

export const oneOf = <T extends readonly [string, ...string[]]>(label: string, values: T) =>
  z.enum(values, { error: `${label} must be one of ${values.join(', ')}` })

/** Absent, `null` and '' are all "not given". */
export const optionalEnum = <T extends readonly [string, ...string[]]>(label: string, values: T) =>
  orEmpty(oneOf(label, values))
    .nullish()
    .transform((value) => value || undefined)

export const ExpectedVersion = z
  .int('expected_version must be a whole number')
  .nullish()
  .transform((value) => value ?? undefined)

/** The body of a call that only names the expected version. */
export const ExpectedVersionBody = z.object({ expected_version: ExpectedVersion }).nullish()

const RowLimit = z.coerce
  .number('limit must be a whole number of at least 1')
  .int('limit must be a whole number of at least 1')
  .min(1, 'limit must be a whole number of at least 1')

/** Limits above the maximum are lowered to it; anything but a whole number of at least 1 is rejected. */
export const limitQuery = (defaultLimit: number, max: number = LIMITS.page) =>
  RowLimit.default(defaultLimit).transform((limit) => Math.min(limit, max))

/** Like `limitQuery`, for a list that has pages only on request. */
export const optionalLimit = (max: number) => RowLimit.transform((limit) => Math.min(limit, max)).optional()

/** The start of the next page, as in the `Link` header with rel="next". */
export const Cursor = z.string().max(1_000, 'cursor is not valid').optional()

/** Pages by number, or by `cursor`, which wins: pages that follow one never repeat a row while others write. */
export const pageQuery = (defaultLimit: number) =>
  z.strictObject({
    page: z.coerce
      .number('page must be a whole number of at least 1')
      .int('page must be a whole number of at least 1')
      .min(1, 'page must be a whole number of at least 1')
      .max(1_000_000, 'page must be at most 1,000,000')
      .default(1),
    limit: limitQuery(defaultLimit),
    cursor: Cursor,
  })

const sinceMessage = ({ path = [] }: { path?: PropertyKey[] }) =>
  `${path.join('.')} must be a date like 2026-01-31 or a time like 2026-01-31T12:00:00Z`

/** A moment, as a date or a timestamp with its offset. */
export const Since = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: sinceMessage })
  .refine(hasFourDigitYear, { error: sinceMessage })
  .transform((text) => new Date(text).toISOString())

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), total: z.int(), page: z.int(), limit: z.int(), total_pages: z.int() })

/** A person as others see them. */
export const Person = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  avatar_url: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

export const ViaShape = z.object({
  kind: z.enum(['session', 'token', 'connector']),
  name: z.string().optional(),
  icon_url: z.string().optional().describe('The icon of the app'),
})
/** The source of a change: a browser, an API token, or a connected assistant. */
export type Via = { kind: 'session' } | { kind: 'token' | 'connector'; name: string; icon_url?: string }

export const Message = z.object({ message: z.string() })

/** The one error body: `error` for people, `code` for programs, `details` for the fields or the current row. */
export const ErrorBody = z.object({
  error: z.string().describe('A sentence for people'),
  code: z.string().describe('Stable, for programs'),
  details: z.unknown().optional().describe('The wrong fields as `[{ path, message }]`, or the current row'),
  request_id: z.string().optional().describe('Identifies a server error in the log'),
})
export type ErrorBody = Omit<z.infer<typeof ErrorBody>, 'code'> & { code: ErrorCode }
