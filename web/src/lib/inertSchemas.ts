/**
 * Stands for zod in the built app. The browser takes paths, types and rules from the contract and checks nothing against its schemas, yet making
 * them would be a sixth of what the first screen loads, and part of every start. Each expression of a schema gives this one
 * object, and asking it whether something is right is an error.
 */
const schema: object = new Proxy(() => undefined, {
  get: (_, name) => {
    if (typeof name === 'string' && /parse/i.test(name)) throw new Error(`The browser has no schemas to ${name} with`)
    return schema
  },
  apply: () => schema,
})

export const z = schema
