import { addTo } from '../../base/lists.ts'
import { inTurns, mapInTurns, rest } from '../../base/turns.ts'
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
  const components = await inTurns(componentsOf(sound.filter(({ kind }) => kind === 'dependency')))
  const drafts = await mapInTurns(sound, (edge): DraftEdge[] => {
    if (edge.kind !== 'dependency' || components.get(edge.source) !== components.get(edge.target))
      return [[edge.source, edge.kind, edge.target]]
    drop(edge, 'This dependency is part of a cycle')
    return []
  })
  return drafts.flat()
}

/** Edges that are visited in one turn of the event loop. */
const TURN_EDGES = 20_000

/**
 * The strongly connected component of each node that has edges, found with Tarjan's algorithm: an edge is part of a cycle
 * if both of its ends are in the same one.
 */
function* componentsOf(edges: readonly ReadEdge[]): Generator<void, Map<string, number>> {
  const targets = new Map<string, string[]>()
  for (const [index, { source, target }] of edges.entries()) {
    if (index % TURN_EDGES === 0) yield
    addTo(targets, source, target)
  }
  const components = new Map<string, number>()
  /** When a node was visited, and the earliest visit that can be reached from it. */
  const visits = new Map<string, { at: number; earliest: number }>()
  /** Visited nodes without a component yet. */
  const open: string[] = []
  let steps = 0
  for (const start of targets.keys()) {
    if (visits.has(start)) continue
    const path: { node: string; visit: { at: number; earliest: number }; next: number }[] = []
    const enter = (node: string) => {
      const visit = { at: visits.size, earliest: visits.size }
      visits.set(node, visit)
      open.push(node)
      path.push({ node, visit, next: 0 })
    }
    enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      if (++steps % TURN_EDGES === 0) yield
      const target = targets.get(top.node)?.[top.next++]
      if (target !== undefined) {
        const known = visits.get(target)
        if (!known) enter(target)
        else if (!components.has(target)) top.visit.earliest = Math.min(top.visit.earliest, known.at)
        continue
      }
      path.pop()
      const { at, earliest } = top.visit
      const above = path.at(-1)
      if (above) above.visit.earliest = Math.min(above.visit.earliest, earliest)
      if (earliest === at) for (const node of open.splice(open.lastIndexOf(top.node))) components.set(node, at)
    }
  }
  return components
}
