// W1: no call blocks other users. Makes every kind of call at the product's limits while another client continuously
// requests the health check and a small plan.
import { setTimeout as sleep } from 'node:timers/promises'
import { FormData } from 'undici'
import * as calls from '../load/calls.mjs'
import { isSuccess, openConnection } from '../load/connection.mjs'
import { check, newPlan, openDrill } from './drill.mjs'
import { openPoller } from './poller.mjs'

const SIBLINGS = 10_000
const BULK = 500
const STAR = 4_000
const LOGS = 1_000
const PLANS = 1_000
const LARGE_NODES = 256
const BUILDERS = 16
const WAIT_MAX_MS = 100
/** Of the 120 KB that a node's texts may have together. */
const LONG = 'word '.repeat(9_800)
const LARGE = { context: LONG, agent_instructions: LONG, description: LONG.slice(0, 10_000) }

const post = (path, body = {}) => ({ method: 'POST', path: `/api${path}`, body })
const get = (path) => ({ method: 'GET', path: `/api${path}` })

/** Creates `count` items with sixteen connections; replies in order. */
async function build(access, count, callOf) {
  const made = new Array(count)
  let next = 0
  await Promise.all(
    Array.from({ length: BUILDERS }, async () => {
      const connection = openConnection(access)
      while (next < count) {
        const index = next++
        made[index] = await connection.ask(callOf(index))
      }
      connection.close()
    }),
  )
  return made
}

export async function freezeDrill() {
  const drill = openDrill('freeze')
  try {
    const { origin } = await drill.start()
    const { token, planId: smallId } = await newPlan(origin)
    const access = { origin, token }
    const connection = openConnection(access)
    await build(access, 50, (i) => calls.createNode(smallId, { title: `Node ${i}` }))
    const pollers = [
      openPoller(access, { method: 'GET', path: '/healthz' }),
      openPoller(access, calls.readPlan(smallId)),
    ]
    process.stdout.write(
      `${'call'.padEnd(48)}${'duration'.padStart(9)}${'health'.padStart(9)}${'read'.padStart(9)}   (ms)\n`,
    )
    const waits = []

    /** One call, its duration, and the longest response time of the others during it. */
    const step = async (label, call, expected = 2) => {
      await Promise.all(pollers.map((poller) => poller.take()))
      const { status, ms, text } = await connection.send(call, true)
      await sleep(20)
      const [health, read] = await Promise.all(pollers.map((poller) => poller.take()))
      const figures = [ms, health, read].map((value) => value.toFixed(0).padStart(9)).join('')
      process.stdout.write(`${label.padEnd(48)}${figures}\n`)
      waits.push({ label, wait: Math.max(health, read) })
      if (Math.floor(status / 100) !== expected) throw new Error(`${label} returned ${status}: ${text.slice(0, 200)}`)
      return text ? JSON.parse(text) : undefined
    }

    for (const part of [manySiblings, manyEdges, manyLogs, manyPlans, longTexts, largeFiles, mostEdges])
      await part({ access, connection, step })

    for (const poller of pollers) await poller.stop()
    connection.close()
    const { label, wait } = waits.toSorted((a, b) => b.wait - a.wait)[0]
    check('W1', `others waited at most ${wait.toFixed(0)} ms, during: ${label}`, wait <= WAIT_MAX_MS)
  } finally {
    await drill.end()
  }
}

async function manySiblings({ access, connection, step }) {
  const { id } = await connection.ask(calls.createPlan('Ten thousand siblings'))
  const nodes = `/plans/${id}/nodes`
  const ids = (await build(access, SIBLINGS, (i) => calls.createNode(id, { title: `Sibling ${i}` }))).map((n) => n.id)
  const some = ids.filter((_, i) => i % 20 === 5).slice(0, BULK)
  const bulk = (body) => post(`${nodes}/bulk`, { node_ids: some, ...body })
  await step('read the plan, cold', get(nodes))
  await step('insert at the front', post(nodes, { title: 'First', node_type: 'task', order_index: 0 }))
  await step('read the changed plan', get(nodes))
  await step('read as an outline', get(`${nodes}?view=outline`))
  await step('read as a tree', get(`${nodes}?format=tree`))
  await step('read the plan context', get(`/plans/${id}/context`))
  await step('move the last to the front', post(`${nodes}/${ids.at(-1)}/move`, { order_index: 0 }))
  await step('set the status of 500', bulk({ status: 'completed' }))
  await step('delete 500', bulk({ delete: true }))
  await step('list the trash', get(`${nodes}?trash=1`))
  await step('restore 500', bulk({ restore: true }))
  await step('move 500 under another', bulk({ parent_id: ids[0] }))
  await step('duplicate a subtree of 500', post(`${nodes}/${ids[0]}/duplicate`), 4)
  await step('delete a subtree of 501', { method: 'DELETE', path: `/api${nodes}/${ids[0]}` })
  await step('restore it', post(`${nodes}/${ids[0]}/restore`))
  const root = await step('add a root above all', post(nodes, { title: 'Root', node_type: 'root' }))
  await step('read the plan with a root', get(nodes))
  await step('the context of the root', get(`${nodes}/${root.id}/context`))
  await step('duplicate the plan', post(`/plans/${id}/duplicate`))
  await step('search for a common word', get('/search?q=sibling'))
  await step('activity, 100 items', get(`/activity/plans/${id}/activity?limit=100`))
  await step('timeline', get(`/activity/plans/${id}/timeline`))
}

async function manyEdges({ access, connection, step }) {
  const { id } = await connection.ask(calls.createPlan('A star'))
  const nodes = (await build(access, STAR + 2, (i) => calls.createNode(id, { title: `Point ${i}` }))).map((n) => n.id)
  const [center, before] = nodes
  const edge = (sourceId, targetId) => calls.createEdge(id, { sourceId, targetId, kind: 'dependency' })
  await build(access, STAR - 1, (i) => edge(center, nodes[i + 3]))
  await step('one more edge of a star of 4,000', edge(center, nodes[2]))
  await step('an edge into its center', edge(before, center))
  await step('an edge that creates a cycle', edge(nodes[2], before), 4)
  await step('list its edges', get(`/plans/${id}/edges`))
}

async function manyLogs({ access, connection, step }) {
  const { id } = await connection.ask(calls.createPlan('Many logs'))
  const node = await connection.ask(calls.createNode(id, { title: 'Written about' }))
  await build(access, LOGS, (i) => calls.addLog(id, node.id, `${i} ${LONG.slice(0, 9_900)}`))
  const path = `/plans/${id}/nodes/${node.id}`
  await step('the 1,001st log', calls.addLog(id, node.id, LONG.slice(0, 9_900)))
  await step('list 100 logs', get(`${path}/logs?limit=100`))
  await step('the context of the node', get(`${path}/context`))
  await step('activity of the node', get(`/activity${path}/activity?limit=100`))
  await step('timeline of long logs', get(`/activity/plans/${id}/timeline`))
}

async function manyPlans({ access, step }) {
  await build(access, PLANS, (i) => calls.createPlan(`Plan ${i}`))
  await step('list 100 of 1,000 plans', calls.listPlans())
  await step('the feed of all of them', get('/activity/feed?limit=100'))
  await step('search in all of them', get('/search?q=plan'))
}

async function longTexts({ access, connection, step }) {
  const { id } = await connection.ask(calls.createPlan('Long texts'))
  const nodes = `/plans/${id}/nodes`
  const large = (title, more) => post(nodes, { title, node_type: 'task', ...LARGE, ...more })
  const top = await step('a node with the longest texts', large('Top'))
  await step('change them', { method: 'PUT', path: `/api${nodes}/${top.id}`, body: { context: `${LONG}!` } })
  await build(access, LARGE_NODES - 1, (i) => large(`Large ${i}`, { parent_id: top.id }))
  await step('read 256 of them, cold', get(nodes))
  await step('duplicate the subtree of 256', post(`${nodes}/${top.id}/duplicate`))
  const { count } = await fill(connection, `${nodes}/${top.id}/duplicate`)
  process.stdout.write(`  duplicated ${count} more times, until the plan was full\n`)
  await step('read the full plan, cold', get(nodes))
  await step('read all of it, filtered', get(`${nodes}?updated_since=2000-01-01T00:00:00Z`))
  await step('duplicate the full plan', post(`/plans/${id}/duplicate`))
  await step('its activity, 100 items', get(`/activity/plans/${id}/activity?limit=100`))
  await step('its timeline', get(`/activity/plans/${id}/timeline`))
  await step('delete the subtree', { method: 'DELETE', path: `/api${nodes}/${top.id}` })
  await step('restore the subtree', post(`${nodes}/${top.id}/restore`))
}

/** Files near the 25 MB of an import and the 10,000 nodes of a large plan. */
async function largeFiles({ connection, step }) {
  const nodes = Array.from({ length: SIBLINGS }, (_, i) => ({
    id: `node ${i}`,
    parent_id: i < 100 ? null : `node ${i % 100}`,
    title: `Imported ${i}`,
    due_date: '2026-01-31',
    description: LONG.slice(0, 500),
    assignees: Array.from({ length: 20 }, (_, person) => ({
      name: `Person ${person}`,
      email: `${person}@example.com`,
    })),
  }))
  const chain = nodes.slice(1).map(({ id }, i) => ({ source_id: nodes[i].id, target_id: id, kind: 'dependency' }))
  const logs = Array.from({ length: 2 * SIBLINGS }, (_, i) => ({
    node_id: nodes[i % SIBLINGS].id,
    log_type: 'comment',
    content: `${i} ${LONG.slice(0, 200)}`,
  }))
  const own = (plan) => JSON.stringify({ format: 'cairn.plan', version: 1, plan: { title: 'Imported' }, ...plan })
  const cards = nodes.map(({ id, title }, i) => ({
    id,
    idList: `list ${i % 10}`,
    name: title,
    desc: LONG.slice(0, 500),
  }))
  const items = Array.from({ length: 20 }, (_, i) => ({ name: `Item ${i}`, state: 'complete', pos: 20 - i }))
  const board = {
    lists: Array.from({ length: 10 }, (_, i) => ({ id: `list ${i}`, name: `List ${i}` })),
    cards,
    checklists: cards.map(({ id }) => ({ idCard: id, checkItems: items })),
  }
  const issue = ({ id, title }, i) => {
    const blockers = nodes.slice(Math.max(0, i - 9), i).map((node) => node.id.replace(' ', '-'))
    return `${id.replace(' ', '-')},Team,${title},Todo,${LONG.slice(0, 500)},"${blockers.join(', ')}"`
  }
  const outline = nodes.map(({ title }, i) => `${i % 100 === 0 ? '' : '  '}- ${title} ${LONG.slice(0, 300)}`)
  const files = {
    'plan.json': own({ nodes, edges: chain, logs }),
    'trello.json': JSON.stringify(board),
    'linear.csv': ['ID,Team,Title,Status,Description,Blocked By', ...nodes.map(issue)].join('\n'),
    'outline.md': outline.join('\n'),
    'rows.csv': ['title,status', ...Array.from({ length: 4 * SIBLINGS }, (_, i) => `Row ${i},done`)].join('\n'),
  }
  for (const [name, content] of Object.entries(files)) {
    await step(`preview ${name}`, upload('/imports/preview', name, content))
    const { id } = await step(`import ${name}`, upload('/imports', name, content))
    await connection.ask({ method: 'DELETE', path: `/api/plans/${id}` })
  }
}

/** As many dependencies as a plan may have: each node waits for the ten before it. */
async function mostEdges({ step }) {
  const nodes = Array.from({ length: SIBLINGS }, (_, i) => ({ id: `${i}`, parent_id: null, title: `Link ${i}` }))
  const edges = nodes.flatMap(({ id }, i) =>
    nodes.slice(Math.max(0, i - 10), i).map((before) => ({ source_id: before.id, target_id: id, kind: 'dependency' })),
  )
  const content = JSON.stringify({ format: 'cairn.plan', version: 1, plan: { title: 'Links' }, nodes, edges })
  const { id } = await step('import 99,945 dependencies', upload('/imports', 'links.json', content))
  const list = await step('read the plan', get(`/plans/${id}/nodes`))
  const [first, second] = list.filter(({ title }) => title.startsWith('Link '))
  const last = list.at(-1)
  const edge = (source_id, target_id) => post(`/plans/${id}/edges`, { source_id, target_id, kind: 'dependency' })
  await step('list 99,945 dependencies', get(`/plans/${id}/edges`))
  await step('one more across all of them', edge(second.id, last.id))
  await step('one that closes the longest cycle', edge(last.id, second.id), 4)
  await step('duplicate a node with ten', post(`/plans/${id}/nodes/${last.id}/duplicate`))
  await step('the ready tasks after it', get(`/plans/${id}/ready`))
  await step('claim one of them', post(`/plans/${id}/claims`, {}))
  await step('complete the first', {
    method: 'PUT',
    path: `/api/plans/${id}/nodes/${first.id}/status`,
    body: { status: 'completed' },
  })
  const outline = (from, to) => ({
    nodes: [{ title: 'New', ref: 'new', node_type: 'task' }],
    edges: [
      { source: from, target: 'new', kind: 'dependency' },
      { source: 'new', target: to, kind: 'dependency' },
    ],
  })
  await step('a tree that closes a cycle', post(`/plans/${id}/nodes/tree`, outline(last.id, second.id)), 4)
  await step('the context of a node with twenty', get(`/plans/${id}/nodes/${second.id}/context`))
  await step(
    'delete 500 with their dependencies',
    post(`/plans/${id}/nodes/bulk`, { node_ids: list.slice(-501, -1).map((node) => node.id), delete: true }),
  )
  await step('duplicate the plan with its links', post(`/plans/${id}/duplicate`))
}

function upload(path, name, content) {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  return { method: 'POST', path: `/api${path}`, body }
}

/** Repeats a call until it is rejected, at most seventy times. */
async function fill(connection, path) {
  for (let count = 0; ; count++) {
    const { status } = await connection.send(post(path))
    if (status === 409 || count === 70) return { count }
    if (!isSuccess(status)) throw new Error(`${path} returned ${status}`)
  }
}
