// Caches each plan's serialized nodes. After a change, applies new events and re-serializes only the nodes they
// touched.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PlanEvent } from '@cairn/contract/api/events'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { applyToNodes, NODE_CHANGES } from '@cairn/contract/rules/replay'
import { displayOrder } from '@cairn/contract/rules/tree'
import { LRUCache } from 'lru-cache'
import { restIfMany } from '../../base/turns.ts'
import type { Ctx } from '../../core/ctx.ts'
import { listEventsSince } from '../../core/event-log.repo.ts'
import { type PlanAccess, requireAccess } from '../../core/plan-access.ts'
import { writeNodes } from './nodes.json.ts'
import { readNodes } from './nodes.queries.ts'
import { toOutline } from './nodes.shape.ts'

const CACHE_BYTES_MAX = 64 * 1024 * 1024
/** After more events than this, the plan is read from its rows again. */
const REPLAYED_EVENTS_MAX = 200
/** Below this, compression costs more than it saves. */
const COMPRESSED_FROM_BYTES = 1_400
/** Level 11 takes 13 s for 10,000 nodes; level 4 is as small as gzip and faster. */
const BROTLI_QUALITY = 4

export type Encoding = 'br' | 'gzip' | 'identity'

interface Shape {
  view: 'full' | 'outline'
  format: 'flat' | 'tree'
}
interface Encoded {
  bytes: Buffer
  encoding: Encoding
}
export interface NodeListCache {
  /**
   * Authorizes the plan and tags its current nodes; `read` returns the bytes of that tag, or newer ones with their own
   * tag.
   */
  open(
    ctx: Ctx,
    planId: string,
    shape: Shape,
  ): Promise<{
    etag: string
    read(encoding: Encoding): Promise<Encoded & { etag: string }>
    /** The nodes themselves, in display order; they must not be changed. */
    readNodes(): Promise<{ nodes: readonly PlanNode[]; etag: string }>
    /** The same for a few nodes: after a change, finding one takes no time that grows with the plan. */
    readState(): Promise<{ find(id: string): PlanNode | undefined; list(): readonly PlanNode[]; etag: string }>
  }>
}

/** One plan in memory. Nodes are never changed in place, so derived values are valid as long as the object exists. */
interface CachedPlan {
  epoch: string
  revision: number
  nodes: Map<string, PlanNode>
  /** Read it with `orderOf`. */
  order: PlanNode[]
  /** What changed since `order` was computed: some of its nodes, or their order too. */
  stale: 'nodes' | 'order' | null
  shapes: Map<string, CachedVariant>
}
interface CachedVariant {
  order: PlanNode[]
  fragments: WeakMap<PlanNode, string>
  /** Empty while they are being made. */
  forms: Map<Encoding, Buffer>
  making: Promise<Map<Encoding, Buffer>>
}

/** `epoch` identifies the history of the revisions. */
export function createNodeListCache(epoch: () => string): NodeListCache {
  const plans = new LRUCache<string, CachedPlan>({
    maxSize: CACHE_BYTES_MAX,
    // A plan larger than the cache takes all of it: the cache would reject it, and every call would read it again.
    sizeCalculation: ({ shapes, nodes }) =>
      Math.min(
        CACHE_BYTES_MAX,
        [...shapes.values()].reduce((size, { forms }) => size + sizeOf(forms), 1 + nodes.size * NODE_BYTES),
      ),
  })

  /** Reads under way, by plan; concurrent callers share them. */
  const reading = new Map<string, Promise<CachedPlan>>()

  async function current(ctx: Ctx, plan: PlanAccess): Promise<CachedPlan> {
    for (;;) {
      const found = plans.get(plan.id)
      const kept = found?.epoch === epoch() ? found : undefined
      if (kept && kept.revision >= plan.revision) return kept
      if (
        kept &&
        plan.revision - kept.revision <= REPLAYED_EVENTS_MAX &&
        (await catchUp(ctx, plan.id, kept, plan.revision))
      ) {
        // Putting them in order takes a turn of its own.
        await restIfMany(kept.nodes)
        return kept
      }
      const underWay = reading.get(plan.id)
      if (!underWay) break
      // Its error is thrown to the caller that started it.
      await underWay.catch(() => {})
    }
    const fresh = readPlan(ctx, plan.id).finally(() => reading.delete(plan.id))
    reading.set(plan.id, fresh)
    return fresh
  }

  async function readPlan(ctx: Ctx, planId: string): Promise<CachedPlan> {
    const { nodes: order, beside } = await readNodes(ctx, planId, async (at) => ({
      epoch: epoch(),
      revision: (await requireAccess(at, planId, 'plan.read')).revision,
    }))
    const nodes = new Map(order.map((node) => [node.id, node]))
    const fresh = { ...beside, order, stale: null, nodes, shapes: new Map() }
    plans.set(planId, fresh)
    return fresh
  }

  const tagOf = (revision: number, { view, format }: Shape) => `W/"${revision}-${view}-${format}-${epoch()}"`

  return {
    open: async (ctx, planId, shape) => {
      const access = await requireAccess(ctx, planId, 'plan.read')
      return {
        etag: tagOf(access.revision, shape),
        readNodes: async () => {
          const plan = await current(ctx, access)
          return { nodes: orderOf(plan), etag: tagOf(plan.revision, shape) }
        },
        readState: async () => {
          const plan = await current(ctx, access)
          const { nodes } = plan
          return { find: (id) => nodes.get(id), list: () => orderOf(plan), etag: tagOf(plan.revision, shape) }
        },
        read: async (wanted) => {
          const plan = await current(ctx, access)
          // Before the first await, because the cached plan may change during it.
          const etag = tagOf(plan.revision, shape)
          const made = encodingsOf(plan, shape)
          const forms = await made
          // Set again, so that the cache counts the new variant.
          if (made !== forms && plans.get(planId) === plan) plans.set(planId, plan)
          const identity = forms.get('identity') as Buffer
          const encoding = identity.length < COMPRESSED_FROM_BYTES ? 'identity' : wanted
          const ready = forms.get(encoding)
          if (ready) return { bytes: ready, encoding, etag }
          const bytes = await compress(identity, encoding)
          forms.set(encoding, bytes)
          if (plans.get(planId) === plan) plans.set(planId, plan)
          return { bytes, encoding, etag }
        },
      }
    },
  }
}

/** The approximate memory of a node. */
const NODE_BYTES = 1_000
const sizeOf = (forms: CachedVariant['forms']): number =>
  [...forms.values()].reduce((size, { length }) => size + length, 0)

/** Applies the log up to a revision; false if the rows have to be read again. */
async function catchUp(ctx: Ctx, planId: string, plan: CachedPlan, revision: number): Promise<boolean> {
  while (plan.revision < revision) {
    const events = await listEventsSince(ctx.db, planId, plan.revision, REPLAYED_EVENTS_MAX)
    if (events.length === 0 || !applyEvents(plan, events)) return false
  }
  return true
}

/**
 * Runs without a pause, so concurrent readers never see half of it, and skips events that are already applied. False if
 * an event does not contain everything it changes.
 */
function applyEvents(plan: CachedPlan, events: readonly PlanEvent[]): boolean {
  const next = events.filter(({ revision }) => revision > plan.revision)
  const { applied, touched } = applyToNodes(plan.nodes, next)
  plan.revision += applied
  if (next.slice(0, applied).some(({ kind }) => NODE_CHANGES[kind] === 'order')) plan.stale = 'order'
  else if (touched.size > 0) plan.stale ??= 'nodes'
  return applied === next.length
}

/** The nodes in display order, brought up to date only when someone reads all of them. */
function orderOf(plan: CachedPlan): PlanNode[] {
  if (plan.stale === 'order') plan.order = displayOrder([...plan.nodes.values()])
  else if (plan.stale === 'nodes') plan.order = plan.order.map((node) => plan.nodes.get(node.id) ?? node)
  plan.stale = null
  return plan.order
}

/** The bytes of one variant of the current plan, which reuse what is unchanged; concurrent callers share them. */
function encodingsOf(
  plan: CachedPlan,
  { view, format }: Shape,
): Promise<CachedVariant['forms']> | CachedVariant['forms'] {
  const key = `${view} ${format}`
  const order = orderOf(plan)
  const kept = plan.shapes.get(key)
  if (kept?.order === order) return kept.forms.size > 0 ? kept.forms : kept.making
  const fragments = kept?.fragments ?? new WeakMap<PlanNode, string>()
  const show = view === 'outline' ? toOutline : (node: PlanNode) => node
  const forms: CachedVariant['forms'] = new Map()
  const making = writeNodes(order, format, (node) => fragmentOf(fragments, node, show)).then((bytes) =>
    forms.set('identity', bytes),
  )
  plan.shapes.set(key, { order, fragments, forms, making })
  return making
}

function fragmentOf(fragments: CachedVariant['fragments'], node: PlanNode, show: (node: PlanNode) => object): string {
  const kept = fragments.get(node)
  if (kept !== undefined) return kept
  const made = JSON.stringify(show(node))
  fragments.set(node, made)
  return made
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : zip(bytes, { level: 6 })
