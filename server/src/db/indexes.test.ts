// Which index SQLite uses where more than one fits.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/factory.ts'

const OF_PLAN = sql`from events where plan_id = 'p'`

it.each([
  [
    'finds the first change of a run',
    sql`select actor_id ${OF_PLAN} and run_id = 'r' order by revision limit 1`,
    'events USING INDEX events_by_run (plan_id=? AND run_id=?)',
  ],
  [
    'lists a run, newest first',
    sql`select * ${OF_PLAN} and run_id = 'r' order by revision desc limit 100`,
    'events USING INDEX events_by_run (plan_id=? AND run_id=?)',
  ],
  [
    'lists the activity of a node, newest first',
    sql`select * ${OF_PLAN} and node_id = 'n' order by revision desc limit 100`,
    'events USING INDEX events_by_node (plan_id=? AND node_id=?)',
  ],
  [
    'lists what has changed since a revision',
    sql`select * ${OF_PLAN} and revision > 5 order by revision limit 100`,
    'events USING PRIMARY KEY (plan_id=? AND revision>?)',
  ],
])('%s without reading the other events of the plan', async (_, query, index) => {
  const { store } = await testApp()
  const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(store.reader)
  expect(rows.map(({ detail }) => detail)).toEqual([`SEARCH ${index}`])
})

it('finds the newest event of all plans by the current revisions of the plans', async () => {
  const { store } = await testApp()
  const { rows } = await sql<{ detail: string }>`explain query plan select max(events.id) from plans cross join events
    where events.plan_id = plans.id and events.revision = plans.revision`.execute(store.reader)
  expect(rows.map(({ detail }) => detail)).toContain('SEARCH events USING PRIMARY KEY (plan_id=? AND revision=?)')
})
