// How many bytes may be uploaded; the operator sets it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type TestUser, testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'

const bytes = (size: number) => new Uint8Array(size)
const MB = 1024 * 1024
const fullPlan = {
  error: 'The uploads of a plan hold at most 1 MB. Delete files to make room.',
  code: 'uploads_full',
  details: { limit: 'plan_upload_bytes', max: 1_048_576 },
}

async function setUp(env: Record<string, string>) {
  const test = await testApp({ env })
  const team = await test.make.team()
  const place = async (planId: string) => {
    const node = await test.make.node(team.owner, planId)
    return `/plans/${planId}/nodes/${node.id}/artifacts`
  }
  const upload = (path: string, size: number, who: TestUser = team.owner, headers = {}) =>
    uploadAs(test.app, who, path, { content: bytes(size) }, headers)
  const stored = () =>
    readdirSync(join(test.dataDir, 'files'), { recursive: true }).filter((name) => /[0-9a-f]{64}$/.test(String(name)))
  return { ...test, ...team, place, upload, stored, path: await place(team.plan.id) }
}

it('rejects uploads beyond the limit of the plan by any member', async () => {
  const { as, owner, editor, path, upload, stored } = await setUp({ CAIRN_MAX_PLAN_UPLOADS_MB: '1' })
  const first = await upload(path, MB - 10)

  const over = await upload(path, 11, editor)
  const announced = await upload(path, MB, editor)
  const exact = await upload(path, 10, editor)
  const last = await upload(path, 1)

  expect([first.statusCode, exact.statusCode]).toEqual([201, 201])
  for (const refused of [over, announced, last]) {
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual(fullPlan)
  }
  expect(stored()).toHaveLength(2)
  const link = await as(owner)('POST', path, { name: 'A link', content_type: 'text/html', url: 'https://docs.test' })
  expect(link.statusCode).toBe(201)
  expect((await as(owner)('DELETE', `${path}/${first.json<{ id: string }>().id}`)).statusCode).toBe(204)
  expect((await upload(path, 100)).statusCode).toBe(201)
})

it('rejects uploads beyond the limit of a person, in all plans together', async () => {
  const { make, owner, editor, path, place, upload } = await setUp({ CAIRN_MAX_USER_UPLOADS_MB: '1' })
  const elsewhere = await place((await make.plan(owner)).id)
  expect((await upload(path, MB)).statusCode).toBe(201)

  const refused = await upload(elsewhere, 1)

  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({
    error: 'The uploads of one person hold at most 1 MB. Delete files to make room.',
    code: 'uploads_full',
    details: { limit: 'user_upload_bytes', max: 1_048_576 },
  })
  expect((await upload(path, 1, editor)).statusCode).toBe(201)
})

it.each(['CAIRN_MAX_PLAN_UPLOADS_MB', 'CAIRN_MAX_USER_UPLOADS_MB'])(
  'lets one of many uploads at once take the last room of %s',
  async (limit) => {
    const { make, owner, path, place, upload } = await setUp({ [limit]: '1' })
    const plans = limit.includes('PLAN') ? [path, path, path, path] : [path]
    while (plans.length < 4) plans.push(await place((await make.plan(owner)).id))

    const replies = await Promise.all(plans.map((each, i) => upload(each, MB * 0.6 + i)))

    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
  },
)

it('repeats the reply to an upload that used up the limit', async () => {
  const { path, owner, upload } = await setUp({ CAIRN_MAX_PLAN_UPLOADS_MB: '1' })
  const key = { 'idempotency-key': 'the last room' }

  const [first, again] = [await upload(path, MB, owner, key), await upload(path, MB, owner, key)]
  const other = await upload(path, 1, owner, { 'idempotency-key': 'no room' })

  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json()).toMatchObject({ id: first.json<{ id: string }>().id })
  expect(other.json()).toEqual(fullPlan)
})
