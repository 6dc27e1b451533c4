/**
 * Replaces zod in the built app, which validates nothing: creating schemas would be a sixth of the first screen's code.
 * Every builder that the contract uses returns this one object. Anything else, such as `parse`, throws.
 */
const BUILDERS = new Set<string | symbol>(
  (
    'array boolean catchall coerce date datetime default describe discriminatedUnion email enum extend int iso literal max min null ' +
    'nullable nullish number object omit optional partial partialRecord pick pipe preprocess record refine regex required strictObject string ' +
    'superRefine toLowerCase transform trim union unknown url uuid'
  ).split(' '),
)

const schema: object = new Proxy(() => undefined, {
  get: (_, name) => {
    if (name === 'shape') return shape
    if (!BUILDERS.has(name)) throw new Error(`zod is not part of the built app: ${String(name)} does not work there.`)
    return schema
  },
  apply: () => schema,
})

/** The fields of an object schema, under any name. */
const shape: object = new Proxy({}, { get: () => schema })

export const z = schema
