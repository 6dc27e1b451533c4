// One row of the contract as an operation of the document.
import { type Endpoint, replyHeaders } from '@cairn/contract/api/common'
import { ACCOUNT_ACTIONS, isPlanAction, PLAN_ACTIONS } from '@cairn/contract/rules/permissions'
import { z } from 'zod'
import { REFUSALS, refusalsOf } from './errors.ts'
import { examples } from './examples.ts'
import { headerReferences, requestHeaders } from './parameters.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** `plans.list` becomes `plansList`, the method name in generated clients. */
export const operationIdOf = (name: string): string =>
  name.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())

/** The reference lists operations by their first clause. */
const titleOf = (summary: string): string => summary.split(/[,;:.] /, 1)[0] ?? summary

const pascal = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function describeOperation(schemas: Schemas, name: string, endpoint: Endpoint, isAlias: boolean) {
  const id = operationIdOf(name)
  const own = { name: pascal(id), schemas, endpoint }
  return {
    operationId: isAlias ? `${id}Alias` : id,
    summary: titleOf(endpoint.summary),
    description: `${endpoint.summary.replace(/\.$/, '')}. ${accessOf(endpoint)}`,
    tags: [name.split('.')[0] ?? ''],
    ...(isAlias && { deprecated: true }),
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(schemas, endpoint.params, 'path'),
      ...parametersOf(schemas, endpoint.query, 'query', examples[name]?.query),
      ...requestHeaders(endpoint),
    ],
    ...requestBodyOf(own, examples[name]?.body),
    responses: {
      ...successOf(own),
      ...Object.fromEntries(
        refusalsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status][0]}` }]),
      ),
    },
  }
}

function accessOf({ access, signed }: Endpoint): string {
  if (access === 'public') return 'No sign-in is needed.'
  if (!isPlanAction(access))
    return ACCOUNT_ACTIONS[access].sessionOnly
      ? 'Requires a signed-in session. API tokens are not accepted.'
      : `Requires the scope \`${ACCOUNT_ACTIONS[access].scope}\`.`
  const { scope, roles } = PLAN_ACTIONS[access]
  const rule = `Requires the scope \`${scope}\` and one of the roles ${roles.join(', ')}.`
  return signed ? `${rule} An address with \`expires\` and \`signature\` stands for whom it was given to.` : rule
}

function securityOf({ access, signed }: Endpoint): Record<string, string[]>[] {
  if (access === 'public') return []
  const rule: { scope: string; sessionOnly?: boolean } = isPlanAction(access)
    ? PLAN_ACTIONS[access]
    : ACCOUNT_ACTIONS[access]
  if (rule.sessionOnly) return [{ session: [] }]
  return [{ session: [] }, { apiToken: [rule.scope] }, { apiKey: [rule.scope] }, ...(signed ? [{ signature: [] }] : [])]
}

function parametersOf(
  schemas: Schemas,
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  values: Readonly<Record<string, unknown>> = {},
) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.expand(schema, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property
    return {
      name,
      in: place,
      ...(place === 'path' || required.includes(name) ? { required: true } : {}),
      ...(description && { description }),
      schema: rest,
      ...(name in values && { example: values[name] }),
    }
  })
}

interface Described {
  name: string
  schemas: Schemas
  endpoint: Endpoint
}

function requestBodyOf(
  { name, schemas, endpoint: { body, transport, file_field = 'file' } }: Described,
  example: unknown,
) {
  const json = body && {
    'application/json': {
      schema: schemas.describe(present(body), 'input', `${name}Body`),
      ...(example ? { example } : {}),
    },
  }
  if (transport !== 'multipart')
    return json && { requestBody: { required: !body?.safeParse(undefined).success, content: json } }
  const form = {
    type: 'object',
    properties: { [file_field]: { type: 'string', format: 'binary' } },
    required: [file_field],
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form }, ...json } } }
}

const ANY_FILE = ['*/*']

function successOf({ name, schemas, endpoint }: Described) {
  const {
    reply,
    variants = {},
    events,
    transport,
    file_types = ANY_FILE,
    reply_headers,
    status,
    also_status,
  } = endpoint
  const headers = headerReferences(replyHeaders(endpoint))
  const content = (() => {
    if (events) return { 'text/event-stream': { schema: eventsSchema({ name, schemas, endpoint }) } }
    const file = { schema: { type: 'string', format: 'binary' } }
    const bytes = Object.fromEntries(file_types.map((type) => [type, file]))
    if (transport === 'bytes')
      return reply
        ? { 'application/json': { schema: schemas.describe(reply, 'output', `${name}Reply`) }, ...bytes }
        : bytes
    if (!reply) return undefined
    const shapes = [reply, ...Object.values(variants)].map((shape, index) =>
      schemas.describe(shape, 'output', index === 0 ? `${name}Reply` : `${name}Reply${index + 1}`),
    )
    return { 'application/json': { schema: shapes.length === 1 ? shapes[0] : { anyOf: shapes } } }
  })()
  const told = Object.keys(variants).map((query) => `\`?${query}\``)
  const description = [
    content ? 'The reply.' : 'Success, without content.',
    ...(told.length > 0 ? [`The shapes are those of the plain call and of ${told.join(', ')}, in this order.`] : []),
  ].join(' ')
  const success = { description, headers, ...(content && { content }) }
  return {
    [status ?? (content ? 200 : 204)]: success,
    ...(also_status && { [also_status]: success }),
    ...(reply_headers?.includes('ETag') && { 304: { description: 'Your copy is current.', headers } }),
  }
}

/** An optional body, described like a required one. */
function present(body: z.ZodType): z.ZodType {
  return body instanceof z.ZodOptional || body instanceof z.ZodNullable ? present(body.unwrap() as z.ZodType) : body
}

/** Each event has a name and, as JSON, its data. */
function eventsSchema({ name, schemas, endpoint: { events = {} } }: Described): JsonSchema {
  return {
    anyOf: Object.entries(events).map(([event, data]) => ({
      type: 'object',
      properties: {
        event: { type: 'string', const: event },
        data: schemas.describe(data, 'output', `${name}${pascal(event)}Event`),
      },
      required: ['event', 'data'],
    })),
  }
}
