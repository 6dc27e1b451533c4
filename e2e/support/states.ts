// States of the plan workspace, told as rows: what is open, and what is done until the state stands.
import type { Page } from '@playwright/test'
import { makeSamplePlan, type Sample, test } from './sample.ts'
import { shoot } from './shoot.ts'

interface Stage {
  page: Page
  planId: string
  sample: Sample
  /** Opens the plan for another person too. */
  join: (who: 'editor' | 'commenter' | 'viewer') => Promise<Page>
}

export interface State {
  /** Of the picture. */
  name: string
  as?: 'owner' | 'commenter' | 'viewer'
  layout?: 'graph' | 'tree' | 'split'
  /** The title of the node that is open. */
  node?: string
  /** Absent: in every window; `wide` is from 1024 px on. */
  where?: 'wide'
  /** A plan of its own, empty unless it is filled; `sample` is a copy to be changed. */
  plan?: 'sample' | ((fill: Fill) => Promise<unknown>)
  /** Done before the page is there. */
  prepare?: (page: Page) => Promise<unknown>
  /** What is done until the state stands. */
  show?: (stage: Stage) => Promise<unknown>
  /** Shows how it loads. */
  loading?: true
}

/** Adds a node to the plan. */
export type Fill = (node: { title: string; node_type: string; parent_id?: string; status?: string }) => Promise<string>

export function shootStates(states: readonly State[]): void {
  // The phone of screenshots.config.ts leaves out what is tagged so.
  for (const state of states)
    test(state.name, { tag: state.where ? [`@${state.where}`] : [] }, async ({ sample, openAs }) => {
      const planId = await planOf(state, sample)
      const stored = state.layout ? { [`layout_mode:${planId}`]: state.layout } : {}
      const address = `/plans/${planId}${state.node ? `?node=${await nodeId(sample, planId, state.node)}` : ''}`
      const page = await openAs(sample[state.as ?? 'owner'], address, { stored, prepare: state.prepare })
      if (!state.loading) await page.getByRole('banner', { includeHidden: true }).waitFor()
      await state.show?.({ page, planId, sample, join: (who) => openAs(sample[who], address) })
      await shoot(page, state.name, { loading: state.loading ?? false })
    })
}

async function planOf({ plan }: State, sample: Sample): Promise<string> {
  if (plan === undefined) return sample.planId
  if (plan === 'sample') return makeSamplePlan(sample)
  const { owner, viewer } = sample
  const { id } = await owner.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await owner.call('POST', `/plans/${id}/collaborators`, { email: viewer.email })
  await plan(async (node) => (await owner.call<{ id: string }>('POST', `/plans/${id}/nodes`, node)).id)
  return id
}

export async function nodeId({ owner }: Sample, planId: string, title: string): Promise<string> {
  const nodes = await owner.call<{ id: string; title: string }[]>('GET', `/plans/${planId}/nodes?view=outline`)
  const found = nodes.find((node) => node.title === title)
  if (!found) throw new Error(`The plan has no node “${title}”.`)
  return found.id
}
