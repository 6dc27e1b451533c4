const CHUNK = 256

/**
 * Siblings in order, while many of them move. Kept in chunks, because shifting fifty thousand for each of thousands of
 * moves would block the server.
 */
export class Siblings<T> {
  readonly #chunks: T[][] = []
  readonly #chunkOf = new Map<T, T[]>()

  constructor(siblings: readonly T[]) {
    for (let at = 0; at < siblings.length; at += CHUNK) {
      const chunk = siblings.slice(at, at + CHUNK)
      this.#chunks.push(chunk)
      for (const sibling of chunk) this.#chunkOf.set(sibling, chunk)
    }
  }

  get length(): number {
    return this.#chunkOf.size
  }

  /** -1 if it is not one of them. */
  indexOf(sibling: T): number {
    const chunk = this.#chunkOf.get(sibling)
    if (!chunk) return -1
    let before = 0
    for (const other of this.#chunks) {
      if (other === chunk) break
      before += other.length
    }
    return before + chunk.indexOf(sibling)
  }

  at(index: number): T | undefined {
    let left = index
    for (const chunk of this.#chunks) {
      if (left < chunk.length) return chunk[left]
      left -= chunk.length
    }
    return undefined
  }

  /** Inserts a new sibling; `index` is at most the number of siblings. */
  insert(index: number, sibling: T): void {
    let left = index
    let into = this.#chunks.at(-1)
    for (const chunk of this.#chunks) {
      if (left <= chunk.length) {
        into = chunk
        break
      }
      left -= chunk.length
    }
    if (!into) {
      into = []
      this.#chunks.push(into)
    }
    into.splice(left, 0, sibling)
    this.#chunkOf.set(sibling, into)
  }

  remove(sibling: T): void {
    const chunk = this.#chunkOf.get(sibling)
    if (!chunk) return
    chunk.splice(chunk.indexOf(sibling), 1)
    this.#chunkOf.delete(sibling)
  }

  toArray(): T[] {
    return this.#chunks.flat()
  }
}
