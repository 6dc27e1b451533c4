// Idempotency: the same caller, route and key get the first reply again. A caller is a person in any session, or a token or app.
import { type Endpoint, isStorable, takesKey } from '@cairn/contract/api/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { conflict, invalid } from '../base/errors.ts'
import type { Ctx, WriteCtx } from '../core/ctx.ts'
import type { Sealed } from '../core/sealed.ts'
import type { Signer } from '../core/signing.ts'
import { isUsed, saveReply, takeKey } from './idempotency.repo.ts'

const HEADER = 'Idempotency-Key'
const IDEMPOTENCY_KEY_MAX = 200

export interface CommandOptions<T> {
  /** Replaces the body if it is not JSON: the same key with another fingerprint is rejected. */
  fingerprint?: string
  sealed?: Sealed<T>
}

interface Call {
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  signer: Signer
  /** Throws if the caller may not make this call. */
  guard(ctx: Ctx, request: FastifyRequest): Promise<void>
}

/** The key of the request and what it belongs to; null without a key. 400 if it is invalid. */
export function keyOf({
  endpoint,
  request,
}: Pick<Call, 'endpoint' | 'request'>): { key: string; route: string } | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || !takesKey(endpoint)) return null
  if (typeof key !== 'string') throw invalidKey(HEADER)
  requireValidKey(HEADER, key)
  return { key, route: `POST ${pathOf(request)}${credentialOf(request)}` }
}

/** Whether the key of the request was used before: its command will not run again. */
export async function isRepeated({ db, actor }: Ctx, call: Pick<Call, 'endpoint' | 'request'>): Promise<boolean> {
  const found = keyOf(call)
  return found !== null && isUsed(db, { user_id: actor.id, ...found })
}

/** Runs the command once per `Idempotency-Key`. Without a key it runs each time. */
export function runOncePerRequestKey<T>(
  { endpoint, request, reply, signer, guard }: Call,
  command: (ctx: WriteCtx) => Promise<T>,
  { fingerprint, sealed }: CommandOptions<T>,
): (ctx: WriteCtx) => Promise<T> {
  const found = keyOf({ endpoint, request })
  if (!found) return command
  return runOnce(
    {
      name: HEADER,
      ...found,
      fingerprint: fingerprint ?? fingerprintOf(endpoint, request),
      signer,
      sealed,
      status: () => reply.statusCode,
      onRepeat: async (ctx, status) => {
        if (sealed) await guard(ctx, request)
        reply.status(status)
      },
    },
    command,
  )
}

/** The same for all spellings of a URL. */
const pathOf = ({ routeOptions, params }: FastifyRequest): string =>
  (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) =>
    String((params as Record<string, unknown>)[name]).toLowerCase(),
  )

/** Tokens and apps of one person choose keys of their own, and may reach less than each other. */
const credentialOf = ({ actor }: FastifyRequest): string =>
  !actor || actor.via.kind === 'session' ? '' : ` ${actor.credential_id}`

const invalidKey = (name: string) => invalid(name, `${name} must have 1 to ${IDEMPOTENCY_KEY_MAX} characters`)

function requireValidKey(name: string, key: string): void {
  if (key === '' || key.length > IDEMPOTENCY_KEY_MAX) throw invalidKey(name)
  if (!isStorable(key)) throw invalid(name, `${name} contains invalid characters`)
}

interface KeyedCall<T> {
  /** Of the header or field with the key, for errors. */
  name: string
  key: string
  /** Keys of different routes are independent. */
  route: string
  /** Identifies the input. */
  fingerprint: string
  signer: Signer
  sealed?: Sealed<T>
  /** Of the reply, after the command. */
  status(): number
  onRepeat?(ctx: Ctx, status: number): Promise<void>
}

/**
 * Runs the command at most once per key. A repeated call gets the first reply and its status, even if the first one
 * ended the caller's access; a reply with a secret only while the caller has access. 409 `idempotency_key_reused` for a
 * key used with a different body.
 */
export function runOnce<T>(
  { name, key, route, fingerprint, signer, sealed, status, onRepeat }: KeyedCall<T>,
  command: (ctx: WriteCtx) => Promise<T>,
): (ctx: WriteCtx) => Promise<T> {
  requireValidKey(name, key)
  return async (ctx) => {
    const row = {
      user_id: ctx.actor.id,
      route,
      key,
      // Keyed, so that a reader of the table cannot guess the body.
      body_hash: signer.sign('idempotency', fingerprint),
      status: 0,
      reply: '',
      created_at: ctx.now,
      change: null,
    }
    const first = await takeKey(ctx.db, row)
    if (first && first.body_hash !== row.body_hash)
      throw conflict('idempotency_key_reused', `This ${name} was already used with a different body.`)
    if (first) {
      await onRepeat?.(ctx, first.status)
      ctx.change = first.change ?? undefined
      const answer = JSON.parse(first.reply) as T
      return sealed ? sealed.open(ctx, answer) : answer
    }
    const answer = await command(ctx)
    const stored = JSON.stringify((sealed ? sealed.seal(answer) : answer) ?? null)
    await saveReply(ctx.db, { ...row, status: status(), reply: stored, change: ctx.change ?? null })
    return answer
  }
}

/** The parsed body. Empty for an endpoint without one, whose body may be nested too deeply to serialize. */
const fingerprintOf = ({ body }: Endpoint, request: FastifyRequest): string =>
  JSON.stringify((body && request.body) ?? null)
