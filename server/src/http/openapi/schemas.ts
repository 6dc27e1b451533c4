// Converts the contract's schemas to the named components of the document.
import assert from 'node:assert'
import { bodySchemas, replySchemas } from '@cairn/contract/api/schemas'
import { z } from 'zod'

/** As far as it is looked at here. */
export interface JsonSchema {
  type?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
  $ref?: string
  $defs?: Record<string, JsonSchema>
  [keyword: string]: unknown
}
/** A body is described as sent, a reply as received: they differ by defaults and transformations. */
type Direction = 'input' | 'output'

const registry = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({ ...replySchemas, ...bodySchemas })) registry.add(schema, { id })

const REFERENCE = '#/components/schemas/'

export interface Schemas {
  /** The schema with references to named schemas; a nameless object is given `name`. */
  describe(schema: z.ZodType, direction: Direction, name: string): JsonSchema
  /** The schema of an object itself, without a reference at the top. */
  expand(schema: z.ZodType, direction: Direction): JsonSchema
  /** Every component so far. */
  components(): Record<string, JsonSchema>
}

export function createSchemas(): Schemas {
  const components = new Map<string, JsonSchema>()
  const add = (name: string, schema: JsonSchema) => {
    const known = components.get(name)
    if (known) assert.deepStrictEqual(schema, known, `Two schemas are called ${name}.`)
    components.set(name, schema)
  }
  const convert = (schema: z.ZodType, direction: Direction): JsonSchema => {
    const { properties, $defs = {} } = toJsonSchema(schema, direction)
    for (const [id, definition] of Object.entries($defs)) add(id, definition)
    return properties?.described ?? {}
  }
  return {
    describe: (schema, direction, name) => {
      const described = convert(schema, direction)
      if (described.type !== 'object') return described
      if (direction === 'input') nameDefaults(described)
      add(name, described)
      return { $ref: REFERENCE + name }
    },
    expand: (schema, direction) => {
      const { $ref, ...described } = convert(schema, direction)
      return $ref ? (components.get($ref.slice(REFERENCE.length)) ?? {}) : described
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Moves the defaults of an object's fields to their descriptions: generators of clients require fields with a default. */
function nameDefaults({ properties = {} }: JsonSchema): void {
  for (const property of Object.values(properties)) {
    if (!('default' in property)) continue
    const named = `Default: ${JSON.stringify(property.default)}`
    property.description = property.description ? `${property.description}. ${named}` : named
    delete property.default
  }
}

/** Wrapped, so that a named schema is a reference at the top too. */
function toJsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const envelope = z.toJSONSchema(z.object({ described: schema }), { io, metadata: registry, unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(envelope), (_, value) => simplify(value))
}

/** Removes empty and overly strict parts: a reply may get more fields. */
function simplify(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const schema = value as JsonSchema
  if (typeof schema.format === 'string') delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/$defs/', REFERENCE)
  return schema
}
