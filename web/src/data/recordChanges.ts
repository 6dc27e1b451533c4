/** What a function changes in a map: each id with what it held before. Costs nothing for the nodes that stay as they are. */
export function recordChanges<T>(map: Map<string, T>, change: () => void): ReadonlyMap<string, T | undefined> {
  const before = new Map<string, T | undefined>()
  const note = (id: string) => {
    if (!before.has(id)) before.set(id, map.get(id))
  }
  map.set = (id, node) => {
    note(id)
    return Map.prototype.set.call(map, id, node) as Map<string, T>
  }
  map.delete = (id) => {
    note(id)
    return Map.prototype.delete.call(map, id)
  }
  try {
    change()
  } finally {
    // The methods of every map are back.
    Reflect.deleteProperty(map, 'set')
    Reflect.deleteProperty(map, 'delete')
  }
  return before
}
