/** Bounds how much one person has under way at once, so that others have their turn. */
export class PersonLimit {
  readonly #underWay = new Map<string, number>()
  readonly #max: number
  readonly #refusal: () => Error

  constructor(max: number, refusal: () => Error) {
    this.#max = max
    this.#refusal = refusal
  }

  /** Returns what ends it, to be called once. Throws if the person has too much under way. */
  begin(userId: string): () => void {
    const mine = this.#underWay.get(userId) ?? 0
    if (mine >= this.#max) throw this.#refusal()
    this.#underWay.set(userId, mine + 1)
    return () => {
      const left = (this.#underWay.get(userId) ?? 1) - 1
      if (left > 0) this.#underWay.set(userId, left)
      else this.#underWay.delete(userId)
    }
  }
}
