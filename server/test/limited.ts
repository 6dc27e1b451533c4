// What tests of limited tokens and apps share.
import type { ApiToken } from '@cairn/contract/api/tokens'
import type { TestApp, TestUser } from './factory.ts'

export const tokensOf = async ({ as }: TestApp, me: TestUser) => (await as(me)('GET', '/auth/token')).json<ApiToken[]>()

/** A plan with the branch "Mine" (two tasks) beside "Other" (one task), below a root. */
export async function grown(app: TestApp, me: TestUser) {
  const plan = await app.make.plan(me, { title: 'Bakery' })
  const node = (title: string, parent_id: string, node_type: 'phase' | 'task' = 'task') =>
    app.make.node(me, plan.id, { title, parent_id, node_type })
  const root = await app.make.node(me, plan.id, { title: 'Root', node_type: 'root' })
  const mine = await node('Mine', root.id, 'phase')
  const [one, two] = [await node('One', mine.id), await node('Two', mine.id)]
  const other = await node('Other', root.id, 'phase')
  const away = await node('Away', other.id)
  return { plan, root, mine, one, two, other, away, at: `/plans/${plan.id}` }
}
