import { expect, it } from 'vitest'
import { endOfLastText, merge, NOTHING, parseComplete, readReply, readSoFar, sketchOf } from './ai.reply.ts'

const task = (title: string) => ({ title, description: 'It says "done", and more: [a], {b}.', estimatedTime: '2 days' })
const PLAN = {
  title: 'A title, with "quotes", and a comma',
  description: 'First line.\nSecond line \\ with a backslash.',
  phases: [
    { title: 'One "first",', description: '', tasks: [task('Do this'), task('Do that')] },
    { title: 'Two', description: 'Next.', tasks: [task('Go on')] },
    { title: 'Three', description: '', tasks: [task('End')] },
  ],
  milestones: [
    { title: 'Half', description: '', targetDate: '2026-04-01' },
    { title: 'All', description: 'Done.', targetDate: '2026-05-01' },
  ],
}
const TITLES = new Set([
  PLAN.title,
  ...PLAN.phases.flatMap(({ title, tasks }) => [title, ...tasks.map((each) => each.title)]),
  ...PLAN.milestones.map(({ title }) => title),
])

it.each([0, 2])('drops incomplete parts of a reply truncated anywhere, indented by %i', async (indent) => {
  const reply = JSON.stringify(PLAN, null, indent)

  for (let end = 0; end < reply.length; end++) {
    const { parts, hasAllPhases } = await parseComplete(reply.slice(0, end))
    expect(parts.phases, reply.slice(0, end)).toEqual(PLAN.phases.slice(0, parts.phases.length))
    expect(parts.milestones).toEqual(PLAN.milestones.slice(0, parts.milestones.length))
    if (hasAllPhases) expect(parts.phases).toHaveLength(PLAN.phases.length)
  }
})

it.each([0, 2])('shows whole titles of a reply that grows a character at a time, indented by %i', async (indent) => {
  const reply = JSON.stringify(PLAN, null, indent)

  let shown = 0
  for (let end = 1; end <= reply.length; end++) {
    const until = endOfLastText(reply.slice(0, end), end - 1)
    if (until === null) continue
    const { title, phases, milestones } = sketchOf(await readSoFar(reply.slice(0, until)))
    const titles = [
      title,
      ...[...phases, ...milestones, ...phases.flatMap(({ tasks }) => tasks)].map((each) => each.title),
    ]
    expect(titles.filter((each) => each !== '' && !TITLES.has(each))).toEqual([])
    shown = Math.max(shown, titles.length)
  }
  expect(shown).toBe(TITLES.size)
})

it('truncates long texts, and takes no more parts than a plan may have', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ ...PLAN.phases[0], title: `${index} ${'x'.repeat(300)}` }))

  const reply = readReply(JSON.stringify({ ...PLAN, phases: many }))

  expect('parts' in reply && reply.parts.phases.length).toBe(12)
  expect('parts' in reply && reply.parts.phases[0]?.title.length).toBe(255)
})

it('takes missing parts as empty, and accepts numbers for texts', () => {
  const reply = readReply('{"title": "A", "phases": [{"title": "B", "tasks": [{"title": "C", "estimatedTime": 3}]}]}')

  expect(reply).toEqual({
    parts: {
      title: 'A',
      description: '',
      phases: [{ title: 'B', description: '', tasks: [{ title: 'C', description: '', estimatedTime: '3' }] }],
      milestones: [],
    },
  })
})

it('describes errors with their path', () => {
  expect(readReply('{"title": "A", "phases": [{"title": "  "}]}')).toEqual({
    problem: expect.stringMatching(/must not be empty[\s\S]*phases\[0\]\.title/),
  })
  expect(readReply('[]')).toEqual({ problem: 'It has no JSON object.' })
})

it('takes duplicates once', () => {
  const again = { ...NOTHING, phases: [{ title: 'ONE "FIRST",', description: '', tasks: [] }, ...PLAN.phases] }

  expect(merge(PLAN, again).phases).toEqual(PLAN.phases)
})
