// States of the plan workspace as data: the open plan and node, and the steps that lead to the state.
import type { Page } from '@playwright/test'
import { makeSamplePlan, type Sample, test } from './sample.ts'
import { shoot } from './shoot.ts'

interface Stage {
  page: Page
  planId: string
  sample: Sample
  /** Also opens the plan for another person. */
  join: (who: 'editor' | 'commenter' | 'viewer') => Promise<Page>
}

export interface State {
  /** Name of the screenshot. */
  name: string
  as?: 'owner' | 'commenter' | 'viewer'
  layout?: 'graph' | 'tree' | 'split'
  /** The title of the open node. */
  node?: string
  /** The window sizes; all if undefined. `wide` is 1024 px and more. */
  where?: 'wide'
  /** A new plan, empty unless filled here; `sample` is a copy of the sample that may be changed. */
  plan?: 'sample' | ((fill: Fill) => Promise<unknown>)
  /** Runs before the page loads. */
  prepare?: (page: Page) => Promise<unknown>
  /** Steps that lead to the state. */
  show?: (stage: Stage) => Promise<unknown>
  /** Shows the loading state. */
  loading?: true
}

/** Adds a node to the plan. */
export type Fill = (node: { title: string; node_type: string; parent_id?: string; status?: string }) => Promise<string>

export function shootStates(states: readonly State[]): void {
  // The phone project of screenshots.config.ts skips this tag.
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
