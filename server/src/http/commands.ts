// Runs the commands of requests: in a transaction, at most once for each idempotency key.
import type { Endpoint } from '@cairn/contract/api/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from '../base/errors.ts'
import { requireCaller } from '../core/caller.ts'
import { type Actor, type Ctx, type Transactor, transact, type WriteCtx } from '../core/ctx.ts'
import type { Signer } from '../core/signing.ts'
import { type CommandOptions, isRepeated, keyOf, runOncePerRequestKey } from './idempotency.ts'

const PLAN_REVISION = 'x-plan-revision'
const CHANGE = 'x-change'
const LEASE = 'x-lease'

/** A request for which a command runs. */
interface CommandCall {
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor
}

/** A command after work outside of its transaction. */
export interface PreparedCommand<P, T> {
  prepare(): Promise<P>
  command(ctx: WriteCtx, prepared: P): Promise<T>
  /** Called if the command failed, or did not run because another server has run it for the same key. */
  discard(prepared: P): void
}

/** `guard` throws if the caller may not make the call. */
export function createCommandRunner(
  deps: Transactor & { signer: Signer },
  guard: (ctx: Ctx, request: FastifyRequest) => Promise<void>,
) {
  /** The reply has the headers of what changed in the plan of the path. */
  async function run<T>(
    { endpoint, request, reply, actor }: CommandCall,
    command: (ctx: WriteCtx) => Promise<T>,
    options: CommandOptions<T> = {},
  ): Promise<T> {
    const { signer } = deps
    const once = runOncePerRequestKey({ endpoint, request, reply, signer, guard }, command, options)
    // A plan is copied without a change in it.
    const planId = endpoint.access === 'plan.copy' ? undefined : planIdOf(request)
    return runInTransaction(reply, actor, once, planId)
  }

  /** Calls with a key that are being prepared: another one with the same key waits for the outcome. */
  const underWay = new Map<string, Promise<unknown>>()

  /** Like `run`, after work that may take long. A repeated request runs nothing. */
  async function runPrepared<P, T>(
    call: CommandCall,
    work: PreparedCommand<P, T>,
    options?: CommandOptions<T>,
  ): Promise<T> {
    const found = keyOf(call)
    if (!found) return prepareAndRun(call, work, options)
    const key = `${call.actor.id} ${found.route} ${found.key}`
    const first = underWay.get(key)?.catch(() => {}) // Its own caller gets the error.
    const mine = Promise.resolve(first).then(() => prepareAndRun(call, work, options))
    underWay.set(key, mine)
    return mine.finally(() => {
      if (underWay.get(key) === mine) underWay.delete(key)
    })
  }

  async function prepareAndRun<P, T>(
    call: CommandCall,
    { prepare, command, discard }: PreparedCommand<P, T>,
    options?: CommandOptions<T>,
  ): Promise<T> {
    const ctx = { db: deps.store.reader, actor: call.actor, now: deps.clock().toISOString() }
    const prepared = (await isRepeated(ctx, call)) ? undefined : { value: await prepare() }
    let isUsed = false
    const once = async (ctx: WriteCtx) => {
      // Between the two checks the stored reply has expired.
      if (!prepared) throw overloaded()
      const answer = await command(ctx, prepared.value)
      isUsed = true
      return answer
    }
    try {
      return await run(call, once, options)
    } catch (error) {
      isUsed = false
      throw error
    } finally {
      if (prepared && !isUsed) discard(prepared.value)
    }
  }

  /** The reply has the revision of the plan that contains the change, and what changed in it, for undo. */
  async function runInTransaction<T>(
    reply: FastifyReply,
    actor: Actor,
    command: (ctx: WriteCtx) => Promise<T>,
    planId: string | undefined,
  ): Promise<T> {
    let ran: WriteCtx | undefined
    const answer = await transact(
      deps,
      actor,
      async (ctx) => {
        ran = ctx
        if (planId === undefined) await requireCaller(ctx)
        return command(ctx)
      },
      planId,
    )
    if (planId !== undefined && ran?.revision !== undefined) reply.header(PLAN_REVISION, ran.revision)
    if (ran?.change !== undefined) reply.header(CHANGE, ran.change)
    if (ran?.lost_lease !== undefined) reply.header(LEASE, 'lost')
    return answer
  }

  return { run, runPrepared }
}

const planIdOf = (request: FastifyRequest): string | undefined => (request.params as { planId?: string }).planId

/** Of the plan that a query has read. */
export const sendRevision = ({ reply_headers }: Endpoint, reply: FastifyReply, { revision }: Ctx): void => {
  if (!reply.sent && reply_headers?.includes('X-Plan-Revision')) reply.header(PLAN_REVISION, revision)
}
