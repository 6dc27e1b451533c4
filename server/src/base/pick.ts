/** The given fields of an object. */
export const pick = <T extends object, K extends keyof T>(from: T, fields: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<Pick<T, K>>
