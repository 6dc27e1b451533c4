// What tests of undo share: a plan with a team, its changes and their undo.
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { UndoResult } from '@cairn/contract/api/undo'
import { expect } from 'vitest'
import { type Call, testApp } from './factory.ts'

export async function setUp(env: Record<string, string> = {}) {
  const test = await testApp({ env })
  const team = await test.make.team()
  const call = test.as(team.owner)
  const base = `/plans/${team.plan.id}`
  const undo = async (body: Record<string, unknown>, who: Call = call) => who('POST', `${base}/undo`, body)
  /** Makes a call as the owner, or as someone else, and returns what it changed. */
  const change = async (
    method: Parameters<Call>[0],
    path: string,
    body?: Record<string, unknown>,
    who: Call = call,
  ) => {
    const reply = await who(method, `${base}${path}`, body)
    if (reply.statusCode >= 300) throw new Error(`${reply.statusCode}: ${reply.body}`)
    return Number(reply.headers['x-change'])
  }
  const nodes = async () => (await call('GET', `${base}/nodes`)).json<PlanNode[]>()
  const node = (title: string, parent_id?: string, more: object = {}) =>
    test.make.node(team.owner, team.plan.id, { title, parent_id, ...more })
  const titles = async () => (await nodes()).map(({ title }) => title)
  const one = async (id: string) => (await call('GET', `${base}/nodes/${id}`)).json<PlanNode>()
  return { ...test, ...team, call, base, undo, change, nodes, node, titles, one }
}

/** The result of an undo that succeeded. */
export const done = (reply: { statusCode: number; json: () => unknown }) => {
  const body = reply.json() as UndoResult
  if (reply.statusCode !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Why an undo was refused: for each event the reason, the field and who is responsible. */
export const blocks = (reply: { statusCode: number; json: () => { code: string; details: UndoResult } }) => {
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'undo_blocked'])
  return reply.json().details.blocked.map(({ code, field, by }) => [code, field, by?.name])
}
