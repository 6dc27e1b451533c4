import type { PlanNode } from '@cairn/contract/api/nodes'
import type { OutlinePreview } from '@cairn/contract/api/planOutline'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'
import { longestIncreasing } from './outline.order.ts'

type Query = { dry_run?: 'true' | 'false'; remove?: 'true' | 'false'; expected_revision?: string }

const send = ({ app }: TestApp, user: TestUser, planId: string, content: string, query: Query = {}) =>
  uploadAs(app, user, `/plans/${planId}/outline?${new URLSearchParams(query)}`, { name: 'plan.md', content })

async function preview(server: TestApp, user: TestUser, planId: string, content: string, query: Query = {}) {
  const reply = await send(server, user, planId, content, query)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as OutlinePreview
}

async function applied(server: TestApp, user: TestUser, planId: string, content: string, query: Query = {}) {
  const { revision } = await preview(server, user, planId, content, query)
  const reply = await send(server, user, planId, content, {
    ...query,
    dry_run: 'false',
    expected_revision: `${revision}`,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return { reply: reply.json() as OutlinePreview, change: Number(reply.headers['x-change']) }
}

const exported = async ({ as }: TestApp, user: TestUser, planId: string): Promise<string> =>
  (await as(user)('GET', `/plans/${planId}/export?format=markdown`)).body

const nodesOf = async ({ as }: TestApp, user: TestUser, planId: string): Promise<PlanNode[]> =>
  (await as(user)('GET', `/plans/${planId}/nodes`)).json()

/** Indented titles with status and type. */
function treeOf(nodes: readonly PlanNode[]): string[] {
  const levels = new Map<string, number>()
  return nodes.map(({ id, parent_id, title }) => {
    const level = parent_id === null ? 0 : (levels.get(parent_id) ?? 0) + 1
    levels.set(id, level)
    return `${' '.repeat(level)}${title}`
  })
}

async function hut(server: TestApp) {
  const ana = await server.make.user()
  const plan = await server.make.plan(ana, { title: 'Hut' })
  const tree = {
    nodes: [
      {
        title: 'Hut',
        node_type: 'root',
        children: [
          {
            title: 'Prepare',
            node_type: 'phase',
            children: [
              { title: 'Ropes', node_type: 'task', description: 'Dry\nand long', due_date: '2026-12-01' },
              { title: 'Boots', node_type: 'task' },
            ],
          },
          { title: 'Climb', node_type: 'phase', children: [{ title: 'Wall', node_type: 'task' }] },
          { title: 'Rest', node_type: 'milestone' },
        ],
      },
    ],
  }
  expect((await server.as(ana)('POST', `/plans/${plan.id}/nodes/tree`, tree)).statusCode).toBe(201)
  return { ana, planId: plan.id, text: await exported(server, ana, plan.id) }
}

const linesOf = (text: string) => text.split('\n')
const at = (text: string, title: string) => linesOf(text).findIndex((line) => line.includes(title))

test('an outline that was not edited changes nothing', async () => {
  const server = await testApp()
  const { ana, planId, text } = await hut(server)
  const before = await preview(server, ana, planId, text)
  expect(before).toMatchObject({ can_apply: true, change_count: 0, problem_count: 0, applied: false })
  await server.as(ana)('PUT', `/plans/${planId}/nodes/${(await nodesOf(server, ana, planId))[2]?.id}`, {
    title: 'Cord',
  })
  expect(await preview(server, ana, planId, text)).toMatchObject({ change_count: 0, problem_count: 0 })
})

test('adds, renames, moves, completes and removes in one change that undo takes back', async () => {
  const server = await testApp()
  const { ana, planId, text } = await hut(server)
  const before = await nodesOf(server, ana, planId)
  const lines = linesOf(text)
  const [boots] = lines.splice(at(text, 'Boots'), 1)
  const edited = lines
    .map((line) => (line.includes('Ropes') ? line.replace('[ ]', '[x]').replace('Ropes', 'Cords') : line))
    .filter((line) => !line.includes('Rest'))
    .flatMap((line) =>
      line.includes('Wall') ? [boots ?? '', line, '      - [/] Belay', '      - [ ] Rappel {due=2026-12-05}'] : [line],
    )
    .flatMap((line) => (line.includes('Climb') ? ['  - [ ] Drive {phase}', line] : [line]))
    .join('\n')

  const shown = await preview(server, ana, planId, edited)
  expect(shown).toMatchObject({
    can_apply: true,
    problems: [],
    counts: { added: 3, edited: 1, moved: 1, missing: 1, removed: 0 },
  })
  expect(shown.changes.map(({ kind, title, line }) => [kind, title, line])).toEqual([
    ['missing', 'Rest', null],
    ['changed', 'Cords', 7],
    ['added', 'Drive', 10],
    ['changed', 'Boots', 12],
    ['added', 'Belay', 14],
    ['added', 'Rappel', 15],
  ])
  expect(shown.changes[1]?.fields).toEqual([
    { field: 'title', before: 'Ropes', after: 'Cords' },
    { field: 'status', before: 'not_started', after: 'completed' },
  ])
  expect(shown.changes[3]?.moved).toEqual({ from: 'Prepare', to: 'Climb' })
  expect(await nodesOf(server, ana, planId)).toEqual(before)

  const { reply, change } = await applied(server, ana, planId, edited, { remove: 'true' })
  expect(reply).toMatchObject({ applied: true, counts: { removed: 1, missing: 0 } })
  const after = await nodesOf(server, ana, planId)
  expect(treeOf(after)).toEqual([
    'Hut',
    ' Prepare',
    '  Cords',
    ' Drive',
    ' Climb',
    '  Boots',
    '  Wall',
    '   Belay',
    '   Rappel',
  ])
  expect(after.map(({ order_index }) => order_index)).toEqual([0, 0, 0, 1, 2, 0, 1, 0, 1])
  expect(after[2]).toMatchObject({ description: 'Dry\nand long', due_date: '2026-12-01', status: 'completed' })
  expect(after[8]).toMatchObject({ due_date: '2026-12-05', node_type: 'task' })
  expect((await server.as(ana)('GET', `/plans/${planId}`)).json()).toMatchObject({ node_count: 9 })

  const undone = await server.as(ana)('POST', `/plans/${planId}/undo`, { changes: [change] })
  expect(undone.json()).toMatchObject({ blocked: [] })
  const restored = await nodesOf(server, ana, planId)
  expect(treeOf(restored)).toEqual(treeOf(before))
  expect(restored.map(({ status, title }) => [title, status])).toEqual(
    before.map(({ status, title }) => [title, status]),
  )
})

test('a plan that changed since the preview is 409 with a new preview, and nothing is written', async () => {
  const server = await testApp()
  const { ana, planId, text } = await hut(server)
  const edited = text.replace('Boots', 'Shoes')
  const { revision } = await preview(server, ana, planId, edited)
  const [, , ropes, boots] = await nodesOf(server, ana, planId)
  await server.as(ana)('PUT', `/plans/${planId}/nodes/${boots?.id}/status`, { status: 'blocked' })
  await server.as(ana)('PUT', `/plans/${planId}/nodes/${ropes?.id}`, { title: 'Cords' })
  const refused = await send(server, ana, planId, edited, { dry_run: 'false', expected_revision: `${revision}` })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'plan_changed',
    details: {
      applied: false,
      revision: revision + 2,
      changes: [
        {
          title: 'Shoes',
          overwrites: true,
          fields: [{ field: 'title' }, { field: 'status', before: 'blocked', after: 'not_started' }],
        },
      ],
    },
  })
  expect(treeOf(await nodesOf(server, ana, planId))).toContain('  Boots')
  expect((await send(server, ana, planId, edited, { dry_run: 'false' })).statusCode).toBe(400)
})

test('errors name their line and nothing is written', async () => {
  const server = await testApp()
  const { ana, planId, text } = await hut(server)
  const lines = linesOf(text)
  lines[at(text, 'Boots')] =
    `    - [?] ${'b'.repeat(256)} {#${/#(\w+)/.exec(lines[at(text, 'Boots')] ?? '')?.[1]} due=2026-02-31}`
  const edited = `${lines.join('\n')}\nsome prose\n- [ ] \n`
  const shown = await preview(server, ana, planId, edited)
  expect(shown.can_apply).toBe(false)
  const line = at(text, 'Boots') + 1
  expect(shown.problems.map((problem) => [problem.line, problem.field, problem.instead])).toEqual([
    [line, 'due', null],
    [line, 'status', null],
    [lines.length + 1, null, null],
    [line, 'title', null],
    [lines.length + 2, 'title', null],
    [lines.length + 2, 'level', 'It moves into the root'],
  ])
  const refused = await send(server, ana, planId, edited, {
    dry_run: 'false',
    expected_revision: `${shown.revision}`,
  })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().details[0]).toMatchObject({ line, path: 'due' })
  for (const broken of ['', '# Hut\n', 'a\u0000b'])
    expect((await send(server, ana, planId, broken)).json()).not.toMatchObject({ can_apply: true })
})

test('what the outline lacks stays unless removal is chosen, and never what is newer or still has children', async () => {
  const server = await testApp()
  const { ana, planId, text } = await hut(server)
  const lines = linesOf(text)
  const climb = lines.findIndex((line) => line.includes('Climb'))
  const without = lines.toSpliced(climb, 2).join('\n')
  expect((await preview(server, ana, planId, without)).counts).toMatchObject({ missing: 2, removed: 0 })
  const [, , , , phase] = await nodesOf(server, ana, planId)
  await server.as(ana)('POST', `/plans/${planId}/nodes`, { title: 'New', node_type: 'task', parent_id: phase?.id })
  expect((await preview(server, ana, planId, without, { remove: 'true' })).counts).toMatchObject({ removed: 1 })
  await applied(server, ana, planId, without, { remove: 'true' })
  expect(treeOf(await nodesOf(server, ana, planId))).toEqual([
    'Hut',
    ' Prepare',
    '  Ropes',
    '  Boots',
    ' Climb',
    '  New',
    ' Rest',
  ])
  const onlyTask = linesOf(text).filter((line) => line.includes('Boots') || line.startsWith('<!--'))
  await applied(server, ana, planId, onlyTask.join('\n'), { remove: 'true' })
  expect(treeOf(await nodesOf(server, ana, planId))).toEqual(['Hut', ' Boots', ' Climb', '  New'])
})

test('a repeated or unknown id becomes a new node, and the outline of another plan is refused', async () => {
  const server = await testApp()
  const { ana, planId, text } = await hut(server)
  const boots = linesOf(text)[at(text, 'Boots')] ?? ''
  const copied = await preview(server, ana, planId, text.replace(boots, `${boots}\n${boots}`))
  expect(copied).toMatchObject({ counts: { added: 1 }, problems: [{ instead: 'This line becomes a new node' }] })
  const other = await hut(server)
  expect(await preview(server, ana, planId, other.text)).toMatchObject({
    can_apply: false,
    problems: expect.arrayContaining([expect.objectContaining({ message: 'This is the outline of another plan' })]),
  })
  const node = (await nodesOf(server, ana, planId)).find(({ title }) => title === 'Boots')
  await server.as(ana)('DELETE', `/plans/${planId}/nodes/${node?.id}`)
  expect(await preview(server, ana, planId, text)).toMatchObject({ can_apply: true, change_count: 0, problem_count: 1 })
  expect(await preview(server, ana, planId, text.replace('Boots', 'Shoes'))).toMatchObject({ counts: { added: 1 } })
})

test('moves that would put a node below itself or too deep are errors', async () => {
  const server = await testApp()
  const { ana, planId, text } = await hut(server)
  const nodes = await nodesOf(server, ana, planId)
  const [prepare, climb] = ['Prepare', 'Climb'].map((title) => nodes.find((node) => node.title === title)?.id)
  const lines = linesOf(text)
  const from = lines.findIndex((line) => line.includes('Climb'))
  const moved = [...lines.slice(0, from), `  ${lines[from]}`, `  ${lines[from + 1]}`, ...lines.slice(from + 2)]
  await server.as(ana)('POST', `/plans/${planId}/nodes/${prepare}/move`, { parent_id: climb })
  expect(await preview(server, ana, planId, moved.join('\n'))).toMatchObject({
    can_apply: false,
    problems: [{ line: from + 1, field: 'level' }],
  })
  const deep = `${text}${Array.from({ length: 300 }, (_, level) => `${'  '.repeat(level + 1)}- x`).join('\n')}\n`
  expect((await preview(server, ana, planId, deep)).problems[0]).toMatchObject({ field: 'level', instead: null })
})

test('only people who may edit preview or apply an outline', async () => {
  const server = await testApp()
  const { ana, planId, text } = await hut(server)
  const stranger = await server.make.user()
  const reader = await server.make.apiToken(ana, 'read')
  expect((await send(server, stranger, planId, text)).statusCode).toBe(404)
  expect((await send(server, { ...ana, token: reader }, planId, text)).statusCode).toBe(403)
})

test('any rearrangement of the lines is what the plan looks like afterwards', async () => {
  const server = await testApp()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ from: fc.nat(), to: fc.nat(), level: fc.nat(4), is_new: fc.boolean() }), { maxLength: 8 }),
      fc.boolean(),
      async (steps, remove) => {
        const { ana, planId, text } = await hut(server)
        const [title, , comment, , root, ...rest] = linesOf(text).filter((line) => !/^\s*>/.test(line))
        const lines = rest
          .filter((line) => line !== '')
          .map((line) => ({ text: line.trim(), level: (/^ */.exec(line)?.[0].length ?? 0) / 2 }))
        for (const { from, to, level, is_new } of steps) {
          const [line] = is_new ? [{ text: `- [ ] New ${to}`, level: 1 }] : lines.splice(from % lines.length, 1)
          if (line) lines.splice(to % (lines.length + 1), 0, { ...line, level: level + 1 })
        }
        let above = 0
        const nested = lines.map((line) => {
          above = Math.min(line.level, above + 1)
          return { ...line, level: above }
        })
        const wanted = nested.map(({ text: line, level }) => `${'  '.repeat(level)}${line}`)
        const edited = [title, comment, root, ...wanted].join('\n')
        const { change } = await applied(server, ana, planId, edited, { remove: `${remove}` })
        const nodes = await nodesOf(server, ana, planId)
        const titleOf = (line: string) => /\] (.*?)(?: \{|$)/.exec(line)?.[1] ?? ''
        expect(treeOf(nodes)).toEqual([
          'Hut',
          ...nested.map(({ text: line, level }) => `${' '.repeat(level)}${titleOf(line)}`),
        ])
        const after = await exported(server, ana, planId)
        expect(await preview(server, ana, planId, after)).toMatchObject({ change_count: 0, problem_count: 0 })
        if (change > 0) {
          await server.as(ana)('POST', `/plans/${planId}/undo`, { changes: [change] })
          expect(treeOf(await nodesOf(server, ana, planId))).toEqual([
            'Hut',
            ' Prepare',
            '  Ropes',
            '  Boots',
            ' Climb',
            '  Wall',
            ' Rest',
          ])
        }
      },
    ),
    { numRuns: 15 },
  )
})

test('the fewest siblings move', () => {
  expect(longestIncreasing([])).toEqual([])
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(20), { maxLength: 7 }), (values) => {
      const subsets = Array.from({ length: 2 ** values.length }, (_, bits) => values.filter((_, i) => bits & (1 << i)))
      const best = Math.max(
        ...subsets.filter((list) => list.every((v, i) => i === 0 || v > (list[i - 1] ?? 0))).map((list) => list.length),
      )
      const chosen = longestIncreasing(values).map((index) => values[index] ?? 0)
      expect(chosen).toHaveLength(best)
      expect(chosen).toEqual(chosen.toSorted((a, b) => a - b))
    }),
  )
})
