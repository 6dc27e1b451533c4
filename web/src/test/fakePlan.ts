// A fake server with one plan as the workspace sees it: nodes with positions, logs, people and a live channel.
import { type ActivityItem, activityApi } from '@cairn/contract/api/activity'
import { artifactsApi } from '@cairn/contract/api/artifacts'
import { authApi } from '@cairn/contract/api/auth'
import { type Claim, claimsApi } from '@cairn/contract/api/claims'
import { type Collaborator, collaboratorsApi } from '@cairn/contract/api/collaborators'
import type { UnreadNode } from '@cairn/contract/api/comments'
import { edgesApi, type PlanEdge } from '@cairn/contract/api/edges'
import type { EventData, EventKind, PlanEvent } from '@cairn/contract/api/events'
import type { LogEntry } from '@cairn/contract/api/logs'
import { type BulkChange, type BulkNode, nodeBulkApi, type OneChange } from '@cairn/contract/api/nodeBulk'
import { type NodeChanges, nodesApi, type PlanNode, type TrashedNode } from '@cairn/contract/api/nodes'
import { type Plan, plansApi } from '@cairn/contract/api/plans'
import { trashApi } from '@cairn/contract/api/trash'
import { type UndoRequest, undoApi } from '@cairn/contract/api/undo'
import { type WatchLevel, watchesApi } from '@cairn/contract/api/watches'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { displayOrder } from '@cairn/contract/rules/tree'
import { FakeApi } from './fakeApi.ts'
import { FakeLive } from './fakeLive.ts'
import { serveLogs } from './fakeLogs.ts'
import { ANA, ME, makeConfig, makeConflict, makeEdge, makeEvent, makeId, makeNode, makePlan, makeTree } from './make.ts'
import { pageOf } from './pages.ts'

export class FakePlan {
  readonly api = new FakeApi()
  readonly live = new FakeLive(this.api)
  readonly plan: Plan
  readonly logs: LogEntry[] = []
  readonly watches = new Map<string, WatchLevel>()
  claims: Claim[] = []
  unread: UnreadNode[] = []
  /** Comments by others after this time are new. */
  unreadSince = '2026-01-01T00:00:00.000Z'
  collaborators: Collaborator[] = []
  edges: PlanEdge[] = []
  activity: ActivityItem[] = []
  #nodes = new Map<string, ReplayNode>()
  #trash = new Map<string, ReplayNode>()
  #revision = 1
  /** The change that the events belong to, if it has several. */
  #change: number | null = null
  /** The change that an undo in progress takes back. */
  #undoing: number | null = null
  /** The state before each change of the signed-in user, for undo. */
  readonly #before = new Map<number, { nodes: Map<string, ReplayNode>; edges: PlanEdge[] }>()

  constructor(outline: string, { role = 'owner' }: { role?: PlanRole } = {}) {
    const owner = role === 'owner' ? ANA : { id: makeId(), name: 'Olga Petrova' }
    this.plan = makePlan({ role, owner_id: owner.id, owner: { id: owner.id, name: owner.name } })
    for (const node of Object.values(makeTree(outline, this.plan.id))) this.#nodes.set(node.id, node)
    this.#serveNodes()
    serveLogs(this)
    this.#serveTheRest()
  }

  /** The node with this title. */
  node(title: string): PlanNode {
    const found = [...this.#nodes.values()].find((node) => node.title === title)
    if (!found) throw new Error(`No node ${title}`)
    return found as PlanNode
  }

  /** The tree on the server, as an outline. */
  get outline(): string[] {
    const depth = (node: ReplayNode): number => {
      const parent = node.parent_id === null ? undefined : this.#nodes.get(node.parent_id)
      return parent ? depth(parent) + 1 : 0
    }
    return displayOrder([...this.#nodes.values()]).map((node) => '  '.repeat(depth(node)) + node.title)
  }

  /** A change by someone else: stored, and sent to the browser as an event. */
  happen<K extends EventKind>(kind: K, node_id: string | null, data: EventData[K], by = makeId()): void {
    this.#revision += 1
    if (by === ME) this.#keep(this.#revision)
    const actor = { id: by, name: by === ME ? 'Ana Ruiz' : 'Ben Okafor' }
    const node_title = this.#nodes.get(node_id ?? '')?.title ?? null
    const change = this.#change ?? this.#revision
    const undoes = this.#undoing
    const place = { revision: this.#revision, change, undoes, plan_id: this.plan.id, node_id, node_title, actor }
    // The kind and its data belong together, which the compiler cannot follow through the type parameter.
    const event = makeEvent(kind, data, place as Parameters<typeof makeEvent<K>>[2]) as PlanEvent
    applyToNodes(this.#nodes, [event])
    this.live.say({ type: 'event', event })
  }

  /** Changes a node as someone else would. */
  change(
    title: string,
    after: Partial<
      Pick<PlanNode, 'title' | 'node_type' | 'description' | 'agent_instructions' | 'acceptance_criteria'>
    >,
  ): void {
    const node = this.node(title)
    this.happen('node.updated', node.id, { before: {}, after: { ...after, ...stamp(node) } })
  }

  /** Moves a node without children to the trash. */
  remove(title: string): void {
    const node = this.node(title)
    this.#trash.set(node.id, node)
    const before = { parent_id: node.parent_id, order_index: node.order_index, count: 1 }
    this.happen('node.deleted', node.id, { before, after: null }, ME)
  }

  #keep(change: number): number {
    this.#before.set(change, { nodes: new Map(this.#nodes), edges: this.edges })
    return change
  }

  /** The reply to a write, with what it changed. */
  #saved<T>(reply: T, change = this.#revision): { reply: T; headers: Record<string, string> } {
    return { reply, headers: { 'x-plan-revision': `${this.#revision}`, 'x-change': `${change}` } }
  }

  /** Returns to the state before a change; the server's own tests cover what others have changed since. */
  #undo(change: number) {
    const before = this.#before.get(change) ?? { nodes: this.#nodes, edges: this.edges }
    const first = this.#revision + 1
    const known = new Set(this.edges.map(({ id }) => id))
    const node_ids: string[] = []
    this.edges = before.edges
    this.#undoing = change
    for (const edge of before.edges.filter(({ id }) => !known.has(id)))
      this.happen('edge.created', edge.source_id, { before: null, after: edge }, ME)
    for (const id of new Set([...before.nodes.keys(), ...this.#nodes.keys()])) {
      const [was, is, at] = [before.nodes.get(id), this.#nodes.get(id), this.#revision]
      if (was && is) this.#setBack(was as PlanNode, is as PlanNode)
      else if (is) this.remove(is.title)
      else if (was)
        this.happen('node.restored', id, { before: null, after: { count: 1, nodes: [was as PlanNode] } }, ME)
      if (this.#revision > at) node_ids.push(id)
    }
    this.#undoing = null
    const undone = { undone: 1, kinds: {}, blocked: [], already: 0, logs: 0, left: 0, node_ids }
    return this.#saved({ ...undone, change: first }, first)
  }

  #setBack(was: PlanNode, is: PlanNode): void {
    if (was.parent_id !== is.parent_id || was.order_index !== is.order_index) {
      const { parent_id, order_index } = was
      this.happen('node.moved', was.id, { before: is, after: { parent_id, order_index, ...stamp(is) } }, ME)
    }
    if (was.status !== is.status) {
      const data = { before: { status: is.status }, after: { status: was.status, ...stamp(is) } }
      this.happen('node.status_changed', was.id, data, ME)
    }
    const { title, node_type, due_date } = was
    if (title !== is.title || node_type !== is.node_type || due_date !== is.due_date)
      this.happen('node.updated', was.id, { before: {}, after: { title, node_type, due_date, ...stamp(is) } }, ME)
    for (const user_id of is.assignees.filter((known) => !was.assignees.includes(known)))
      this.happen('node.unassigned', was.id, { before: { user_id }, after: null }, ME)
    if (was.assignees.join() !== is.assignees.join())
      for (const [index, user_id] of was.assignees.entries())
        this.happen('node.assigned', was.id, { before: null, after: { user_id, index } }, ME)
  }

  /** A reply with the plan revision that it contains. */
  #at<T>(reply: T): { reply: T; headers: Record<string, string> } {
    return { reply, headers: { 'x-plan-revision': `${this.#revision}` } }
  }

  #get(id: string | undefined): PlanNode {
    const node = this.#nodes.get(id ?? '')
    if (!node) throw new Error('No such node')
    return node as PlanNode
  }

  #serveNodes() {
    this.api
      .on(nodesApi.list, ({ query }) =>
        query.trash
          ? pageOf(this.#listTrash(), query)
          : {
              reply: displayOrder([...this.#nodes.values()]) as PlanNode[],
              headers: { etag: `W/"${this.#revision}-outline-flat-first"` },
            },
      )
      .on(trashApi.list, () => {
        const latest_at = this.#listTrash()[0]?.deleted_at ?? null
        return { reply: { entries: [], counts: { nodes: this.#trash.size, entries: 0, latest_at } } }
      })
      .on(nodesApi.get, ({ params }) => this.#at(this.#get(params.nodeId)))
      .on(nodesApi.create, ({ body }) => {
        const { title, node_type, parent_id, order_index } = body as Pick<
          PlanNode,
          'title' | 'node_type' | 'parent_id'
        > & { order_index: number | null }
        const siblings = [...this.#nodes.values()].filter((node) => node.parent_id === parent_id).length
        const place = { parent_id, order_index: order_index ?? siblings }
        const node = makeNode({ plan_id: this.plan.id, title, node_type, ...place })
        this.happen('node.created', node.id, { before: null, after: node }, ME)
        return this.#saved(node)
      })
      .on(nodesApi.setStatus, ({ params, body }) => {
        const node = this.#get(params.nodeId)
        const { status, expected_version } = body as Pick<PlanNode, 'status'> & { expected_version?: number }
        if (expected_version !== undefined && expected_version !== node.version) return makeConflict(node)
        if (status === node.status) return this.#at(node)
        const data = { before: { status: node.status }, after: { status, ...stamp(node) } }
        this.happen('node.status_changed', node.id, data, ME)
        return this.#saved(this.#get(node.id))
      })
      .on(nodesApi.update, ({ params, body }) => {
        const node = this.#get(params.nodeId)
        const { expected_version, status: _, metadata: __, ...texts } = body as NodeChanges
        if (expected_version !== undefined && expected_version !== node.version) return makeConflict(node)
        const after = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined))
        this.happen('node.updated', node.id, { before: {}, after: { ...after, ...stamp(node) } }, ME)
        return this.#saved(this.#get(node.id))
      })
      .on(nodesApi.move, ({ params, body }) => {
        const node = this.#get(params.nodeId)
        const place = body as Pick<PlanNode, 'parent_id' | 'order_index'>
        const before = { parent_id: node.parent_id, order_index: node.order_index }
        this.happen('node.moved', node.id, { before, after: { ...place, ...stamp(node) } }, ME)
        return this.#saved(this.#get(node.id))
      })
      .on(nodesApi.assign, ({ params, body }) => {
        const node = this.#get(params.nodeId)
        const { user_id } = body as { user_id: string }
        this.happen('node.assigned', node.id, { before: null, after: { user_id } }, ME)
        const user = { ...ANA, id: user_id }
        const assigned_at = '2026-03-05T10:00:00.000Z'
        return this.#saved({ id: makeId(), node_id: node.id, user_id, assigned_by: ME, assigned_at, user })
      })
      .on(nodesApi.setAssignees, ({ params, body }) => {
        const node = this.#get(params.nodeId)
        const { user_ids } = body as { user_ids: string[] }
        const change = this.#revision + 1
        for (const [index, user_id] of user_ids.entries())
          this.happen('node.assigned', node.id, { before: null, after: { user_id, index } }, ME)
        return this.#saved([], change)
      })
      .on(nodesApi.unassign, ({ params, query }) => {
        const before = { user_id: query.user_id ?? '' }
        this.happen('node.unassigned', this.#get(params.nodeId).id, { before, after: null }, ME)
        return this.#saved(undefined)
      })
      .on(nodeBulkApi.bulk, ({ body }) => {
        const change = this.#revision + 1
        this.#change = change
        const reply = this.#changeMany(body as BulkChange)
        this.#change = null
        return this.#saved(reply, change)
      })
      .on(nodesApi.duplicate, ({ params }) => {
        const { title, parent_id, order_index, plan_id } = this.#get(params.nodeId)
        const copy = makeNode({ plan_id, parent_id, order_index: order_index + 1, title: `${title} (copy)` })
        this.happen('node.duplicated', copy.id, { before: null, after: { count: 1, nodes: [copy], edges: [] } }, ME)
        return this.#saved(copy)
      })
      .on(nodesApi.delete, ({ params }) => {
        this.remove(this.#get(params.nodeId).title)
        return this.#saved(undefined)
      })
      .on(nodesApi.restore, ({ params }) => {
        const node = this.#trash.get(params.nodeId ?? '') as PlanNode
        this.#trash.delete(node.id)
        this.happen('node.restored', node.id, { before: null, after: { count: 1, nodes: [node] } }, ME)
        return this.#saved(node)
      })
      .on(undoApi.undo, ({ body }) => this.#undo(Math.min(...((body as UndoRequest).changes ?? []))))
  }

  #listTrash(): TrashedNode[] & PlanNode[] {
    const deleted = { deleted_at: '2026-03-06T10:00:00.000Z', deleted_by: { id: ME, name: ANA.name }, node_count: 1 }
    return [...this.#trash.values()].toReversed().map((node) => ({ ...(node as PlanNode), ...deleted }))
  }

  /** The part of bulk changes that the tests use: statuses, moves to a position, deleting and restoring. */
  #changeMany({ node_ids = [], changes = [], status, delete: goes, restore }: BulkChange): BulkNode[] {
    const wanted = changes.length > 0 ? changes : node_ids.map((id) => ({ id, status }))
    return wanted.flatMap(({ id, status: next, parent_id, order_index }: Partial<OneChange> & { id: string }) => {
      if (restore) {
        const node = this.#trash.get(id) as PlanNode
        this.happen('node.restored', id, { before: null, after: { count: 1, nodes: [node] } }, ME)
        return [{ ...node, before: {} }]
      }
      const node = this.#get(id)
      if (goes) {
        this.#trash.set(id, node)
        const before = { parent_id: node.parent_id, order_index: node.order_index, count: 1 }
        this.happen('node.deleted', id, { before, after: null }, ME)
        return []
      }
      if (order_index != null) {
        const before = { parent_id: node.parent_id, order_index: node.order_index }
        const after = { parent_id: parent_id ?? null, order_index, ...stamp(node) }
        this.happen('node.moved', id, { before, after }, ME)
        return [{ ...this.#get(id), before }]
      }
      if (!next || next === node.status) return [{ ...node, before: {} }]
      const data = { before: { status: node.status }, after: { status: next, ...stamp(node) } }
      this.happen('node.status_changed', id, data, ME)
      return [{ ...this.#get(id), before: { status: node.status } }]
    })
  }

  #serveTheRest() {
    const owner = { ...ANA, ...this.plan.owner }
    this.api
      .on(authApi.config, () => ({
        reply: makeConfig(),
      }))
      .on(plansApi.get, () => ({ reply: this.plan }))
      .on(plansApi.update, ({ body }) => ({ reply: Object.assign(this.plan, body) }))
      .on(plansApi.applyTemplate, () => {
        const place = { plan_id: this.plan.id, order_index: 0 }
        const root = makeNode({ ...place, title: this.plan.title, node_type: 'root' })
        const phases = ['Kick-off', 'Hand-over'].map((title, order_index) =>
          makeNode({ ...place, title, node_type: 'phase', parent_id: root.id, order_index }),
        )
        for (const node of [root, ...phases]) this.happen('node.created', node.id, { before: null, after: node }, ME)
        return this.#at(Object.assign(this.plan, { node_count: 3, revision: this.#revision }))
      })
      .on(plansApi.availableUsers, () => ({ reply: [{ ...owner, role: 'owner' as const }] }))
      .on(collaboratorsApi.list, () => ({ reply: { owner, collaborators: this.collaborators } }))
      .on(edgesApi.list, () => this.#at(this.edges))
      .on(edgesApi.create, ({ body }) => {
        const ends = body as Pick<PlanEdge, 'source_id' | 'target_id' | 'kind'>
        const edge = makeEdge({ plan_id: this.plan.id, ...ends })
        this.edges.push(edge)
        return { reply: edge }
      })
      .on(edgesApi.update, ({ params, body }) => {
        const { kind } = body as Pick<PlanEdge, 'kind'>
        this.edges = this.edges.map((edge) => (edge.id === params.edgeId ? { ...edge, kind } : edge))
        return { reply: this.edges.find(({ id }) => id === params.edgeId) as PlanEdge }
      })
      .on(edgesApi.delete, ({ params }) => {
        this.#revision += 1
        this.#keep(this.#revision)
        this.edges = this.edges.filter(({ id }) => id !== params.edgeId)
        return this.#saved(undefined)
      })
      .on(activityApi.plan, () => ({
        reply: { data: this.activity, total: this.activity.length, page: 1, limit: 5, total_pages: 1 },
      }))
      .on(activityApi.node, () => ({ reply: { data: [], total: 0, page: 1, limit: 20, total_pages: 0 } }))
      .on(artifactsApi.list, () => ({ reply: [] }))
      .on(claimsApi.list, () => ({ reply: this.claims }))
      .on(watchesApi.list, () => ({ reply: [...this.watches].map(([node_id, level]) => ({ node_id, level })) }))
      .on(watchesApi.set, ({ params, body }) => {
        const { level } = body as { level: WatchLevel }
        this.watches.set(params.nodeId ?? '', level)
        return { reply: { level } }
      })
      .on(watchesApi.remove, ({ params }) => {
        this.watches.delete(params.nodeId ?? '')
        return { reply: undefined }
      })
  }
}

const stamp = ({ version }: { version: number }) => ({ version: version + 1, updated_at: '2026-03-05T10:00:00.000Z' })
