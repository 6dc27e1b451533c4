import { LIMITS } from '@cairn/contract/api/common'
import { z } from 'zod'
import { OperatorError } from './errors.ts'
import { type Network, parseNetwork } from './public-address.ts'
import { MEGABYTE } from './units.ts'

const OnOff = z.enum(['on', 'off'], { error: 'must be on or off' })
const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/
const RATE_LIMIT_DEFAULT = 6_000
const AI_BASE_URL_DEFAULT = 'https://api.openai.com/v1'
const AI_MODEL_DEFAULT = 'gpt-4.1-mini'

/** `''` in the environment means not set. */
const set = (value: unknown) => {
  const given = typeof value === 'string' ? value.trim() : value
  return given === '' ? undefined : given
}
const optional = <T extends z.ZodType>(type: T) => z.preprocess(set, type.optional())

/** Digits only: no spaces, signs, exponents or hexadecimals. */
const whole = (what: string, { min, max, otherwise }: { min: number; max: number; otherwise: number }) => {
  const limits = max === Number.MAX_SAFE_INTEGER ? `at least ${min}` : `from ${min} to ${max}`
  const error = `must be a whole number${what && ` of ${what}`}, ${limits}`
  return z.preprocess(
    set,
    z
      .string()
      .regex(/^\d{1,15}$/, error)
      .transform(Number)
      .pipe(z.number().min(min, error).max(max, error))
      .default(otherwise),
  )
}
const atLeastOne = (otherwise: number, what: string, max = Number.MAX_SAFE_INTEGER) =>
  whole(what, { min: 1, max, otherwise })

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
const MAIL_FROM = /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

/** Without path, query and credentials: the web app is served at the root, and links are made by appending to it. */
const isOrigin = (value: string): boolean => {
  const { pathname, search, hash, username, password } = new URL(value)
  return pathname === '/' && [search, hash, username, password].every((part) => part === '') && !/[?#]/.test(value)
}

const Environment = z.object({
  PORT: whole('', { min: 0, max: 65_535, otherwise: 3000 }),
  HOST: z.preprocess(set, z.string().default('127.0.0.1')),
  CAIRN_DATA_DIR: z.preprocess(set, z.string().default('./data')),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')),
  DATABASE_POOL: whole('connections', { min: 3, max: 1_000, otherwise: 24 }),
  CAIRN_PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
      .refine(isOrigin, 'must be a scheme, a host and a port, without a path: https://cairn.example.com'),
  ),
  // As it is given, because everything that it has encrypted depends on each character.
  CAIRN_SECRET: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z
      .string()
      .refine((value) => value.trim().length >= 32, 'must have at least 32 characters')
      .optional(),
  ),
  CAIRN_SECRET_REPLACED: z.preprocess(set, OnOff.default('off')),
  CAIRN_DEMO: optional(OnOff),
  CAIRN_API_DOCS: z.preprocess(set, OnOff.default('on')),
  CAIRN_RATE_LIMITS: z.preprocess(
    set,
    z
      .union(
        [
          OnOff,
          z
            .string()
            .regex(/^[1-9]\d{0,8}$/)
            .transform(Number),
        ],
        {
          error: 'must be on, off, or a whole number of requests per minute, at least 1',
        },
      )
      .default('on'),
  ),
  CAIRN_ABUSE_LIMITS: z.preprocess(set, OnOff.default('on')),
  CAIRN_OUTBOUND_LOOPBACK: z.preprocess(set, OnOff.default('off')),
  CAIRN_WEBHOOK_NETWORKS: z.preprocess(set, z.string().default('')),
  CAIRN_MAX_PLAN_NODES: atLeastOne(50_000, 'nodes'),
  CAIRN_MAX_PLAN_EDGES: atLeastOne(100_000, 'edges'),
  CAIRN_MAX_PLAN_TEXT_MB: atLeastOne(64, 'megabytes'),
  CAIRN_MAX_COMMAND_NODES: atLeastOne(LIMITS.bulk, 'nodes', LIMITS.bulk),
  CAIRN_MAX_PLAN_UPLOADS_MB: atLeastOne(5_120, 'megabytes'),
  CAIRN_MAX_USER_UPLOADS_MB: atLeastOne(10_240, 'megabytes'),
  CAIRN_REGISTRATION: z.preprocess(set, z.string().default('open')),
  CAIRN_TRUST_PROXY: z.preprocess(set, OnOff.default('off')),
  SMTP_URL: optional(
    z.url({ protocol: /^smtps?$/, hostname: /./, error: 'must be like smtp://host:port or smtps://host' }),
  ),
  MAIL_FROM: z.preprocess(
    set,
    z.string().regex(MAIL_FROM, 'must be an address like Cairn <cairn@example.com>').default('Cairn <cairn@localhost>'),
  ),
  LOG_LEVEL: z.preprocess(
    set,
    z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  ),
  AI_API_KEY: optional(z.string()),
  AI_BASE_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })),
  AI_MODEL: optional(z.string()),
  AI_MAX_TOKENS: whole('tokens', { min: 100, max: Number.MAX_SAFE_INTEGER, otherwise: 2_000 }),
  S3_BUCKET: optional(z.string()),
  S3_ENDPOINT: optional(z.url('must be an address')),
  S3_REGION: z.preprocess(set, z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
})

/** Budgets that the operator sets. */
export interface Limits {
  plan_nodes: number
  plan_edges: number
  /** Bytes of the titles, long texts and metadata of a plan's nodes. */
  plan_text_bytes: number
  /** Nodes that one command may name or copy. */
  command_nodes: number
  /** Bytes of the files that are attached in a plan. */
  plan_upload_bytes: number
  /** Bytes of the files that one person has attached, in all plans. */
  user_upload_bytes: number
}

export interface Config {
  port: number
  host: string
  data_dir: string
  /** Set: PostgreSQL; else SQLite in the data folder. */
  database_url: string | null
  /** Connections to PostgreSQL; one more listens to other servers. */
  database_pool: number
  /** Without a trailing slash; null: derived from the address the server listens on. */
  public_url: string | null
  /** From the configuration, or else created and stored in the data folder. */
  secret: string | null
  /** Whether the former secret is lost: what it encrypted stays unreadable. */
  secret_replaced: boolean
  demo: boolean
  /** Whether `/api/docs` and `/api/openapi.json` are served. */
  api_docs: boolean
  /** Requests a minute per session or token; null: no limits. */
  rate_limit: number | null
  /** Limits on guessing, registration, email, AI, avatars and live connections; off for tests and load runs. */
  abuse_limits: boolean
  /** Whether requests to URLs of users may also reach this machine; only for tests. */
  outbound_loopback: boolean
  /** Private networks that webhooks may reach, also over plain HTTP. */
  webhook_networks: Network[]
  limits: Limits
  trust_proxy: boolean
  /** Whether only this machine can reach the server, so only its users can see links in the log. */
  loopback: boolean
  /** Who may register without an invitation: everyone, no one, or addresses of these domains. */
  registration: 'open' | 'closed' | string[]
  smtp_url: string | null
  mail_from: string
  log_level: z.infer<typeof Environment>['LOG_LEVEL']
  /** An OpenAI-compatible service; null: plans come from rules. */
  ai: { base_url: string; api_key: string | null; model: string; max_tokens: number } | null
  s3: { bucket: string; endpoint?: string; region: string; access_key_id: string; secret_access_key: string } | null
}

/** Of programs that call the API. */
const OF_AGENTS = new Set(['CAIRN_TOKEN', 'CAIRN_URL'])

/** Reads the environment once. An invalid value is an `OperatorError` with one line that names it. */
export function parseConfig(environment: NodeJS.ProcessEnv): Config {
  for (const name of Object.keys(environment))
    if (name.startsWith('CAIRN_') && !(name in Environment.shape) && !OF_AGENTS.has(name))
      throw new OperatorError(`${name} is not a setting. Check its spelling in README.md.`)
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new OperatorError(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const env = parsed.data
  if (env.DATABASE_URL && !env.CAIRN_SECRET)
    throw new OperatorError('CAIRN_SECRET is required with DATABASE_URL, because all servers share it.')
  return {
    port: env.PORT,
    host: env.HOST,
    data_dir: env.CAIRN_DATA_DIR,
    database_url: env.DATABASE_URL ?? null,
    database_pool: env.DATABASE_POOL,
    public_url: env.CAIRN_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    secret: env.CAIRN_SECRET ?? null,
    secret_replaced: env.CAIRN_SECRET_REPLACED === 'on',
    demo: env.CAIRN_DEMO ? env.CAIRN_DEMO === 'on' : isLoopback(env),
    api_docs: env.CAIRN_API_DOCS === 'on',
    rate_limit: rateLimit(env.CAIRN_RATE_LIMITS),
    abuse_limits: env.CAIRN_ABUSE_LIMITS === 'on',
    outbound_loopback: env.CAIRN_OUTBOUND_LOOPBACK === 'on',
    webhook_networks: webhookNetworks(env.CAIRN_WEBHOOK_NETWORKS),
    limits: {
      plan_nodes: env.CAIRN_MAX_PLAN_NODES,
      plan_edges: env.CAIRN_MAX_PLAN_EDGES,
      plan_text_bytes: env.CAIRN_MAX_PLAN_TEXT_MB * MEGABYTE,
      command_nodes: env.CAIRN_MAX_COMMAND_NODES,
      plan_upload_bytes: env.CAIRN_MAX_PLAN_UPLOADS_MB * MEGABYTE,
      user_upload_bytes: env.CAIRN_MAX_USER_UPLOADS_MB * MEGABYTE,
    },
    trust_proxy: env.CAIRN_TRUST_PROXY === 'on',
    loopback: isLoopback(env),
    registration: registration(env.CAIRN_REGISTRATION),
    smtp_url: env.SMTP_URL ?? null,
    mail_from: env.MAIL_FROM,
    log_level: env.LOG_LEVEL,
    ai: ai(env),
    s3: s3(env),
  }
}

function isLoopback({ HOST, CAIRN_PUBLIC_URL, CAIRN_TRUST_PROXY }: z.infer<typeof Environment>): boolean {
  const isLocal = CAIRN_PUBLIC_URL === undefined || LOOPBACK.has(new URL(CAIRN_PUBLIC_URL).hostname)
  return LOOPBACK.has(HOST) && isLocal && CAIRN_TRUST_PROXY === 'off'
}

function registration(value: string): Config['registration'] {
  const words = value
    .toLowerCase()
    .split(',')
    .map((word) => word.trim().replace(/^@/, ''))
  const [only = ''] = words
  if (words.length === 1 && (only === 'open' || only === 'closed')) return only
  if (words.every((word) => DOMAIN.test(word))) return words
  throw new OperatorError('CAIRN_REGISTRATION must be open, closed or a list of domains like example.com,example.org.')
}

function webhookNetworks(value: string): Network[] {
  const words = value.split(',').map((word) => word.trim())
  return words.filter(Boolean).map((word) => {
    const network = parseNetwork(word)
    if (!network) throw new OperatorError('CAIRN_WEBHOOK_NETWORKS must be a list of networks like 10.0.0.0/8,fd00::/8.')
    return network
  })
}

function rateLimit(value: 'on' | 'off' | number): number | null {
  if (value === 'off') return null
  return value === 'on' ? RATE_LIMIT_DEFAULT : value
}

/** OpenAI needs only a key. A custom service may need no key but must name its model. */
function ai({ AI_API_KEY, AI_BASE_URL, AI_MODEL, AI_MAX_TOKENS }: z.infer<typeof Environment>): Config['ai'] {
  if (!AI_API_KEY && !AI_BASE_URL) return null
  if (!AI_API_KEY && !AI_MODEL)
    throw new OperatorError('AI_MODEL is required when AI_BASE_URL is set without AI_API_KEY.')
  return {
    base_url: (AI_BASE_URL ?? AI_BASE_URL_DEFAULT).replace(/\/+$/, ''),
    api_key: AI_API_KEY ?? null,
    model: AI_MODEL ?? AI_MODEL_DEFAULT,
    max_tokens: AI_MAX_TOKENS,
  }
}

function s3(env: z.infer<typeof Environment>): Config['s3'] {
  if (!env.S3_BUCKET && env.S3_ENDPOINT) throw new OperatorError('S3_BUCKET is required when S3_ENDPOINT is set.')
  if (!env.S3_BUCKET) return null
  if (!env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY)
    throw new OperatorError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required when S3_BUCKET is set.')
  return {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    access_key_id: env.S3_ACCESS_KEY_ID,
    secret_access_key: env.S3_SECRET_ACCESS_KEY,
  }
}
