import { inTurns, mapInTurns, rest } from '../../db/turn.ts'
import type { DraftEdge } from '../edges/edges.draft.ts'
import type { Problems, ReadEdge } from './import.read.ts'

/** The edges that a new plan can have: between two of its nodes, each once, and without cycles of dependencies. */
export async function soundEdges(
  edges: readonly ReadEdge[],
  nodes: ReadonlyMap<string, unknown>,
  problems: Problems,
): Promise<DraftEdge[]> {
  const seen = new Set<string>()
  const sound: ReadEdge[] = []
  const drop = (edge: ReadEdge, message: string) => problems.warn(edge.line, edge.kind, message, 'The link is left out')
  await mapInTurns(edges, (edge) => {
    const { source, target, kind } = edge
    const name = JSON.stringify([source, target, kind])
    if (!nodes.has(source) || !nodes.has(target)) drop(edge, 'A linked node is not in the file')
    else if (source === target) drop(edge, 'A node cannot be linked to itself')
    else if (seen.has(name)) drop(edge, 'The link appears twice')
    else sound.push(edge)
    seen.add(name)
  })
  await rest()
  const circular = await inTurns(nodesInCycles(sound.filter(({ kind }) => kind === 'dependency')))
  const drafts = await mapInTurns(sound, (edge): DraftEdge[] => {
    if (edge.kind !== 'dependency' || !circular.has(edge.source) || !circular.has(edge.target))
      return [[edge.source, edge.kind, edge.target]]
    drop(edge, 'This dependency is part of a cycle')
    return []
  })
  return drafts.flat()
}

/** Edges that are visited in one turn of the event loop. */
const TURN_EDGES = 20_000

/** What remains after all nodes without a dependency in or out have been taken away, again and again. */
function* nodesInCycles(edges: readonly ReadEdge[]): Generator<void, Set<string>> {
  const rest = new Set(edges.flatMap(({ source, target }) => [source, target]))
  for (const [from, to] of [
    ['source', 'target'],
    ['target', 'source'],
  ] as const) {
    const waits = new Map<string, number>()
    const leads = new Map<string, string[]>()
    for (const [index, edge] of edges.entries()) {
      if (index % TURN_EDGES === 0) yield
      if (!rest.has(edge.source) || !rest.has(edge.target)) continue
      waits.set(edge[to], (waits.get(edge[to]) ?? 0) + 1)
      const known = leads.get(edge[from])
      if (known) known.push(edge[to])
      else leads.set(edge[from], [edge[to]])
    }
    yield
    const free = [...rest].filter((key) => !waits.has(key))
    let visited = 0
    for (let key = free.pop(); key !== undefined; key = free.pop()) {
      rest.delete(key)
      for (const next of leads.get(key) ?? []) {
        if (++visited % TURN_EDGES === 0) yield
        const left = (waits.get(next) ?? 0) - 1
        waits.set(next, left)
        if (left === 0) free.push(next)
      }
    }
  }
  return rest
}
