import type { PlanNode } from '@cairn/contract/api/nodes'
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { processorMs } from './processor-time.ts'
import { chainOf, insertTree } from './rows.ts'
import { expectSoundPlan } from './soundness.ts'

it('rejects a level too many on create, move and bulk, names the field, and reads and deletes the deepest plan', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const call = app.as(me)
  const plan = await app.make.plan(me)
  const deep = await insertTree(app, plan.id, chainOf(TREE_MAX_DEPTH))
  const pair = await insertTree(app, plan.id, chainOf(2))
  const url = `/plans/${plan.id}/nodes`

  const refused = [
    await call('POST', url, { title: 'Too deep', node_type: 'task', parent_id: deep.at(-1) }),
    await call('POST', `${url}/${pair.at(0)}/move`, { parent_id: deep.at(-2) }),
    await call('POST', `${url}/bulk`, { node_ids: [pair.at(0)], parent_id: deep.at(-2) }),
  ]
  const allowed = await call('POST', `${url}/${pair.at(0)}/move`, { parent_id: deep.at(-3) })

  for (const reply of refused) {
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'too_deep'])
    expect(reply.json().details).toMatchObject([{ path: 'parent_id' }])
  }
  expect(allowed.statusCode).toBe(200)
  expect(await expectSoundPlan(app, call, plan.id)).toHaveLength(TREE_MAX_DEPTH + 2)
  const started = processorMs()
  const { ancestry } = (await call('GET', `${url}/${deep.at(-1)}/ancestry`)).json()
  expect(processorMs() - started).toBeLessThan(2_000)
  expect(ancestry.map(({ id }: PlanNode) => id)).toEqual(deep)
  expect((await call('GET', `/plans/${plan.id}/context`)).statusCode).toBe(200)
  expect((await call('DELETE', `/plans/${plan.id}`)).statusCode).toBe(204)
})

it('rejects a root that would push the lowest node too deep', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await app.make.plan(me)
  await insertTree(app, plan.id, chainOf(TREE_MAX_DEPTH))

  const reply = await app.as(me)('POST', `/plans/${plan.id}/nodes`, { title: 'Root', node_type: 'root' })

  expect([reply.statusCode, reply.json().code]).toEqual([400, 'too_deep'])
  await expectSoundPlan(app, app.as(me), plan.id)
})

it('restores a subtree higher up when its old position is too deep, and rejects it when there is no position', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const call = app.as(me)
  const plan = await app.make.plan(me)
  const url = `/plans/${plan.id}/nodes`
  const home = await app.make.node(me, plan.id, { node_type: 'phase' })
  const [top] = await insertTree(app, plan.id, chainOf(60))
  await call('POST', `${url}/${top}/move`, { parent_id: home.id })
  await call('DELETE', `${url}/${top}`)
  const deep = await insertTree(app, plan.id, chainOf(60))
  await call('POST', `${url}/${home.id}/move`, { parent_id: deep.at(-1) })

  const restored = await call('POST', `${url}/${top}/restore`)

  expect(restored.json()).toMatchObject({ id: top, parent_id: null })
  await expectSoundPlan(app, call, plan.id)

  const [longest] = await insertTree(app, plan.id, chainOf(TREE_MAX_DEPTH))
  await call('DELETE', `${url}/${longest}`)
  await app.make.node(me, plan.id, { node_type: 'root' })
  const refused = await call('POST', `${url}/${longest}/restore`)
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'too_deep'])
  await expectSoundPlan(app, call, plan.id)
})
