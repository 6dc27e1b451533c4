// What a caller does not decide cannot be sent along: not the owner, not an id, not a counter, not a right.
import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@cairn/contract/api/all'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Tables } from '../src/db/schema.ts'
import { type TestApp, testApp } from './factory.ts'
import { samples, urlOf } from './samples.ts'

const TABLES = [
  'users',
  'sessions',
  'api_tokens',
  'plans',
  'collaborators',
  'invitations',
  'nodes',
  'assignments',
  'edges',
  'logs',
  'artifacts',
  'events',
] as const satisfies (keyof Tables)[]

/** Values that are found again wherever they are stored. */
function smuggled(others: { userId: string; planId: string; nodeId: string }) {
  const id = randomUUID()
  const time = '2001-02-03T04:05:06.007Z'
  return {
    fields: {
      id,
      owner_id: others.userId,
      user_id: others.userId,
      created_by: others.userId,
      assigned_by: others.userId,
      invited_by: others.userId,
      plan_id: others.planId,
      node_id: others.nodeId,
      email: 'smuggled@example.test',
      role: 'owner',
      is_admin: true,
      is_demo: 1,
      shares_seen_at: time,
      email_verified_at: time,
      password_hash: 'smuggled',
      token_hash: 'smuggled',
      file_key: 'smuggled',
      scope: 'admin',
      revision: 987_654,
      version: 987_654,
      node_count: 987_654,
      completed_count: 987_654,
      comment_count: 987_654,
      artifact_count: 987_654,
      progress: 87,
      created_at: time,
      updated_at: time,
      deleted_at: time,
      deleted_with: id,
      search_text: 'smuggled',
    },
    found: new RegExp([id, time, '987654', 'smuggled', others.userId, others.planId, others.nodeId].join('|')),
  }
}

it('ignores fields that are not the caller’s to send, in the body of every endpoint', async () => {
  const server = await testApp()
  const { as, make } = server
  const stranger = await make.user()
  const theirs = await make.plan(stranger)
  const node = await make.node(stranger, theirs.id)
  const untouched = await rowsOf(server)
  const { fields, found } = smuggled({ userId: stranger.id, planId: theirs.id, nodeId: node.id })

  let sent = 0
  for (const { name, endpoint } of allEndpoints) {
    if (endpoint.access === 'public' || !endpoint.body || name === 'users.deleteProfile') continue
    const team = await make.team()
    const sample = await samples[name]?.(server, team, team.owner)
    if (Buffer.isBuffer(sample?.body) || typeof sample?.body === 'string') continue
    // The caller chooses whom to share with, assign or transfer to, by address or by id.
    const named = name === 'collaborators.add' ? { user_id: undefined } : {}
    const body = { ...fields, ...named, ...sample?.body }
    const reply = await as(team.owner)(endpoint.method, urlOf(endpoint, sample ?? {}), body)
    expect([200, 201, 204], `${name}: ${reply.body}`).toContain(reply.statusCode)
    expect(reply.body, name).not.toMatch(found)
    sent++
  }
  expect(sent).toBeGreaterThan(15)

  const rows = await rowsOf(server)
  expect(rows).toEqual(expect.arrayContaining(untouched))
  const known = new Set(untouched)
  expect(rows.filter((row) => !known.has(row) && found.test(row))).toEqual([])
})

/** Every row of the database as text. */
async function rowsOf({ store }: TestApp): Promise<string[]> {
  const rows: string[] = []
  for (const table of TABLES) {
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.reader)
    for (const { search: _, ...row } of found.rows) rows.push(`${table} ${JSON.stringify(row)}`)
  }
  return rows
}

it('ignores rights that a person sends on registration', async () => {
  const { as, store } = await testApp()
  const { fields } = smuggled({ userId: randomUUID(), planId: randomUUID(), nodeId: randomUUID() })

  const body = { ...fields, email: 'Ana@Example.test', password: 'Passw0rd-of-tests', name: 'Ana Ruiz' }
  const reply = await as(null)('POST', '/auth/register', body)

  expect(reply.statusCode).toBe(201)
  const users = await store.reader.selectFrom('users').selectAll().execute()
  expect(users).toMatchObject([{ email: 'ana@example.test', is_demo: 0, email_verified_at: null, deleted_at: null }])
  expect(users[0]?.id).not.toBe(fields.id)
  expect(users[0]?.created_at).not.toBe(fields.created_at)
})
