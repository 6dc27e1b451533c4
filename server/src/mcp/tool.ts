// What a tool is, and how a call of one runs: scope, input, the command or query, the result or an error.
import { scopeAllows, type TokenScope } from '@cairn/contract/rules/permissions'
import { z } from 'zod'
import { invalid, scopeRefused } from '../base/errors.ts'
import { fieldErrors } from '../base/field-errors.ts'
import type { Actor, Ctx, WriteCtx } from '../core/ctx.ts'
import type { Services } from '../core/services.ts'
import type { ReadyLists } from '../features/claims/claims.ready.ts'
import type { NodeListCache } from '../features/nodes/nodes.cache.ts'
import type { PlanRows } from '../features/plans/plans.list.rows.ts'
import { sentenceOf } from '../http/validation-messages.ts'

/** What tools need besides the services. */
export interface McpServices extends Services {
  planRows: PlanRows
  nodeLists: NodeListCache
  readyLists: ReadyLists
  /** Counts a search of this caller; 429 above the limit. */
  countSearch(actor: Actor): void
  /** Resolves when everything committed so far is indexed; it must not throw. */
  catchUpSearch(): Promise<void>
}

/** What a command answers, with the change and the plan's revision after it. */
export type Changed<T> = T & { change: number | null; revision: number | null }

export interface ToolCall {
  app: McpServices
  actor: Actor
  /** For queries. */
  ctx: Ctx
  /** Runs a command in its own transaction, once for the call's `idempotency_key`. */
  run<T extends object>(planId: string | undefined, command: (ctx: WriteCtx) => Promise<T>): Promise<Changed<T>>
}

/** The four hints, each set honestly. Every tool works on Cairn alone, so none reaches an open world. */
interface Hints {
  /** It changes nothing. */
  read: boolean
  /** It may overwrite or remove something. */
  destructive?: boolean
  /** Calling it again with the same arguments changes nothing more. */
  idempotent?: boolean
}

interface ToolSpec<I extends z.ZodObject, O extends z.ZodObject> {
  name: string
  title: string
  description: string
  scope: TokenScope
  hints: Hints
  input: I
  output: O
  call(call: ToolCall, input: z.output<I>): Promise<z.input<O>>
  /** The result for reading; JSON by default. */
  text?(result: z.output<O>): string
}

/** A tool as clients see it. */
export interface ToolDefinition {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; [key: string]: unknown }
  outputSchema: { type: 'object'; [key: string]: unknown }
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

export interface Tool {
  name: string
  scope: TokenScope
  definition: ToolDefinition
  /** The plan that the arguments name, for the security log. */
  planOf(args: unknown): string | null
  keyOf(args: unknown): string | undefined
  /** The same for arguments that mean the same, whatever their order and whether defaults are given. */
  fingerprintOf(args: unknown): string
  /** Throws if the result is not as the schema says. */
  check(structured: Record<string, unknown>): void
  call(call: ToolCall, args: unknown): Promise<{ text: string; structured: Record<string, unknown> }>
}

export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(spec: ToolSpec<I, O>): Tool {
  const { name, title, description, scope, hints } = spec
  const textOf = spec.text ?? ((result: z.output<O>) => JSON.stringify(result))
  const field = (args: unknown, key: string) => {
    const value = (args as Record<string, unknown> | null | undefined)?.[key]
    return typeof value === 'string' ? value : undefined
  }
  return {
    name,
    scope,
    definition: {
      name,
      title,
      description,
      inputSchema: jsonSchema(spec.input, 'input'),
      outputSchema: jsonSchema(spec.output, 'output'),
      annotations: {
        readOnlyHint: hints.read,
        destructiveHint: hints.destructive ?? false,
        idempotentHint: hints.idempotent ?? hints.read,
        openWorldHint: false,
      },
    },
    planOf: (args) => {
      const id = field(args, 'plan_id')?.toLowerCase()
      return id !== undefined && z.uuid().safeParse(id).success ? id : null
    },
    keyOf: (args) => field(args, 'idempotency_key'),
    fingerprintOf: (args) => JSON.stringify(parse(spec.input, args ?? {})),
    check: (structured) => {
      spec.output.parse(structured)
    },
    call: async (call, args) => {
      requireScope(call.actor, scope)
      const parsed = parse(spec.input, args ?? {})
      const result = (await spec.call(call, parsed)) as z.output<O>
      return { text: textOf(result), structured: result as Record<string, unknown> }
    },
  }
}

function requireScope(actor: Actor, scope: TokenScope): void {
  if (!scopeAllows(actor.scope, scope)) throw scopeRefused(scope)
}

/** 400 `invalid_input` that names each field. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: sentenceOf })
  if (result.success) return result.data
  const details = fieldErrors(result.error, 'argument')
  const [first] = details
  throw Object.assign(invalid(first?.path ?? '', first?.message ?? 'The arguments are invalid.'), { details })
}

/** As small as possible: every assistant pays for the list of tools in every conversation. */
function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): { type: 'object'; [key: string]: unknown } {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: json }) => {
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      if (typeof json.additionalProperties === 'object') delete json.additionalProperties
    },
  })
  const { $schema: _, ...small } = made
  return { ...small, type: 'object' }
}
