import type { PlanEdge } from '@cairn/contract/api/edges'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { dependencyPath } from '@cairn/contract/rules/dependencies'
import { finish } from '@cairn/contract/rules/steps'
import { expect } from 'vitest'

/** What holds for every plan that begins with nodes: one root above everything, nothing started, and feasible dates. */
export function expectSoundPlan(nodes: readonly PlanNode[], edges: readonly PlanEdge[], today: string): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const due = (id: string | null) => byId.get(id ?? '')?.due_date ?? null
  expect(nodes.filter(({ parent_id }) => parent_id === null).map(({ node_type }) => node_type)).toEqual(['root'])
  expect(nodes.filter(({ parent_id }) => parent_id !== null && !byId.has(parent_id))).toEqual([])
  expect(new Set(nodes.map(({ status }) => status))).toEqual(new Set(['not_started']))
  expect(nodes.filter(({ title }) => title.trim() === '')).toEqual([])
  for (const { title, parent_id, due_date } of nodes) {
    if (due_date === null) continue
    expect(due_date >= today, `${title} is not due before today`).toBe(true)
    const above = due(parent_id)
    if (above) expect(due_date <= above, `${title} is not due after what it belongs to`).toBe(true)
  }
  const phases = nodes.filter(({ node_type }) => node_type === 'phase').map(({ due_date }) => due_date)
  expect(phases).toEqual([...phases].sort())

  const dependencies = edges.filter(({ kind }) => kind === 'dependency')
  for (const { source_id, target_id } of dependencies) {
    const [from, to] = [due(source_id), due(target_id)]
    if (from && to) expect(from <= to, `${byId.get(target_id)?.title} waits for what is due later`).toBe(true)
    expect(finish(dependencyPath(dependencies, target_id, source_id))).toBeNull()
  }
}
