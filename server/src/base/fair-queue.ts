/** A queue in which owners take turns: the items of each stay in order, and no owner waits for all items of another. */
export class FairQueue<T> {
  /** The owner whose turn is next comes first. */
  readonly #byOwner = new Map<string, T[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  lengthOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0
  }

  push(owner: string, item: T): void {
    const items = this.#byOwner.get(owner)
    if (items) items.push(item)
    else this.#byOwner.set(owner, [item])
    this.#length++
  }

  /** Puts an item before all others of its owner, whose turn comes first. */
  unshift(owner: string, item: T): void {
    const items = this.#byOwner.get(owner) ?? []
    const others = [...this.#byOwner].filter(([other]) => other !== owner)
    this.#byOwner.clear()
    this.#byOwner.set(owner, [item, ...items])
    for (const [other, theirs] of others) this.#byOwner.set(other, theirs)
    this.#length++
  }

  shift(): T | undefined {
    for (const [owner, items] of this.#byOwner) {
      const item = items.shift()
      this.#byOwner.delete(owner)
      if (items.length > 0) this.#byOwner.set(owner, items)
      this.#length--
      return item
    }
    return undefined
  }

  clear(): T[] {
    const items = [...this.#byOwner.values()].flat()
    this.#byOwner.clear()
    this.#length = 0
    return items
  }
}
