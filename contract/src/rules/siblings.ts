// The parents and children while events are applied: a batch of events numbers the siblings of a parent once, at its
// end.
import { childrenByParent, type TreeRow } from './tree.ts'

interface Siblings {
  /** In sibling order. */
  ids: string[]
  /** From this position on `order_index` is outdated; infinite if all are correct. */
  staleFrom: number
}

/**
 * Maintains the order of siblings beside a map of rows. It reads the rows on the first request for an order, and must
 * then be notified of every row that is added, removed or moved. `order_index` is correct again after `settle`.
 */
export class SiblingOrder<T extends TreeRow> {
  readonly #rows: Map<string, T>
  #byParent: Map<string | null, Siblings> | null = null

  constructor(rows: Map<string, T>) {
    this.#rows = rows
  }

  /** The row is in the map, at `order_index` among its siblings. */
  join(row: T, at: number): void {
    const siblings = this.#of(row.parent_id)
    const known = siblings.ids.indexOf(row.id)
    if (known !== -1) siblings.ids.splice(known, 1)
    const place = Math.min(at, siblings.ids.length)
    siblings.ids.splice(place, 0, row.id)
    siblings.staleFrom = Math.min(siblings.staleFrom, place)
  }

  leave(row: T): void {
    const siblings = this.#of(row.parent_id)
    const place = siblings.ids.indexOf(row.id)
    if (place === -1) return
    siblings.ids.splice(place, 1)
    siblings.staleFrom = Math.min(siblings.staleFrom, place)
  }

  /** Moves every top-level row except `parent` under it, in the same order. */
  adopt(parent: T): readonly string[] {
    const top = this.#of(null)
    const ids = top.ids.filter((id) => id !== parent.id)
    const index = this.#index()
    index.set(null, { ids: [parent.id], staleFrom: 0 })
    index.set(parent.id, { ids, staleFrom: 0 })
    return ids
  }

  /** Adds rows with correct positions, along with their parents. */
  add(rows: readonly T[]): void {
    if (!this.#byParent) return
    for (const siblings of orderByParent(rows)) this.#byParent.set(...siblings)
  }

  /** The ids of the row and its descendants, which are removed. */
  cut(id: string): string[] {
    const index = this.#index()
    const ids = [id]
    for (const gone of ids) {
      for (const child of index.get(gone)?.ids ?? []) ids.push(child)
      index.delete(gone)
    }
    return ids
  }

  /** Corrects `order_index`; a changed row is a new object. Returns the ids of the changed rows. */
  settle(): string[] {
    const changed: string[] = []
    for (const siblings of this.#byParent?.values() ?? []) {
      for (let place = siblings.staleFrom; place < siblings.ids.length; place++) {
        const row = this.#rows.get(siblings.ids[place] as string)
        if (!row || row.order_index === place) continue
        this.#rows.set(row.id, { ...row, order_index: place })
        changed.push(row.id)
      }
      siblings.staleFrom = Number.POSITIVE_INFINITY
    }
    return changed
  }

  #index(): Map<string | null, Siblings> {
    this.#byParent ??= new Map(orderByParent([...this.#rows.values()]))
    return this.#byParent
  }

  #of(parentId: string | null): Siblings {
    const index = this.#index()
    const known = index.get(parentId)
    if (known) return known
    const none: Siblings = { ids: [], staleFrom: Number.POSITIVE_INFINITY }
    index.set(parentId, none)
    return none
  }
}

const orderByParent = <T extends TreeRow>(rows: readonly T[]): [string | null, Siblings][] =>
  [...childrenByParent(rows)].map(([parentId, siblings]) => [
    parentId,
    { ids: siblings.map(({ id }) => id), staleFrom: Number.POSITIVE_INFINITY },
  ])
