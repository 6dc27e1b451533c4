import { AI_COMPLEXITIES, AI_TIMELINES } from '@cairn/contract/api/ai'
import { expect, it } from 'vitest'
import { samplePlan } from './ai.sample.ts'
import { toDraft } from './ai.shape.ts'

const NOW = '2026-03-10T12:00:00.000Z'
const plan = (prompt: string, complexity: 'simple' | 'detailed' | 'comprehensive' = 'simple') =>
  samplePlan({ prompt, complexity, timeline: 'auto' }, NOW)

const SIZES = { simple: [3, 3], detailed: [5, 4], comprehensive: [7, 6] }
const PROMPTS = [
  'Build a mobile app for hikers',
  'Launch our new bakery',
  'Create an online course about bread',
  'Run a marketing campaign for winter shoes',
  'Organise a conference for 200 teachers',
  'A study of sleep in cities',
  'Renovate the kitchen',
]

it.each(AI_COMPLEXITIES)(
  'makes a %s plan of the size that belongs to it, for every kind and timeline',
  (complexity) => {
    for (const prompt of PROMPTS)
      for (const timeline of AI_TIMELINES) {
        const made = samplePlan({ prompt, complexity, timeline }, NOW)

        const [phases, tasks] = SIZES[complexity]
        expect(made.phases.map((phase) => phase.tasks.length)).toEqual(Array(phases).fill(tasks))
        expect(made.milestones).toHaveLength(3)
        const titles = [made, ...made.milestones, ...made.phases, ...made.phases.flatMap((phase) => phase.tasks)]
        const seen = titles.map(({ title }) => title)
        expect(seen.filter((title, index) => seen.indexOf(title) !== index)).toEqual([])
        for (const { title, description } of titles) expect(`${title}${description}`).not.toMatch(/\{it\}|undefined/)
        const { root } = toDraft(made, { prompt, complexity, timeline }, NOW)
        const days = { auto: 60, '1week': 7, '1month': 30, '3months': 90, '6months': 180 }[timeline]
        expect([root.due, root.children?.at(-1)?.due]).toEqual([days, days])
      }
  },
)

it('sets its milestones at 7, 30 and 60 days, and closer or further apart for a timeline', () => {
  const dates = (timeline: (typeof AI_TIMELINES)[number]) =>
    samplePlan({ prompt: 'A garden', complexity: 'simple', timeline }, NOW).milestones.map(
      ({ targetDate }) => targetDate,
    )

  expect(dates('auto')).toEqual(['2026-03-17', '2026-04-09', '2026-05-09'])
  expect(dates('1week')).toEqual(['2026-03-11', '2026-03-14', '2026-03-17'])
})

it('recognizes every kind of project, and uses the generic one for all others', () => {
  const goal = (prompt: string) => plan(prompt).milestones[0]?.title

  expect(new Set(PROMPTS.map(goal)).size).toBe(PROMPTS.length)
  expect(goal('Renovate the kitchen')).toBe('Goal and plan of the project agreed')
  expect(goal('Plan a garden for the school')).toBe('Goal and plan of the garden agreed')
  expect(goal('Mobile app for hikers')).toBe('Goal and first release of the mobile app agreed')
})

it.each([
  ['Create a mobile app for fitness tracking. It must work offline.', 'Mobile app for fitness tracking'],
  ['I want to launch a new product in Europe', 'New product in Europe'],
  ['Please help me plan a wedding for 80 guests!', 'Wedding for 80 guests'],
  ['  plan:  garden ', 'Garden'],
  ['Build me a tool that tracks invoices', 'Tool that tracks invoices'],
  ['Create', 'Create'],
  ['\u202e🏔️', '\u202e🏔️'],
  ['Ein Fest für das ganze Dorf', 'Ein Fest für das ganze Dorf'],
])('takes its title from %j', (prompt, title) => {
  expect(plan(prompt).title).toBe(title)
})

it('shortens a long prompt to a title', () => {
  const { title } = plan(`Build ${'a very long thing and '.repeat(40)}`)

  expect(title.length).toBeLessThanOrEqual(80)
  expect(title).not.toMatch(/\b(?:and|a)$/)
})

it('cuts a subject without spaces between characters', () => {
  expect(plan(`a${'🧊'.repeat(60)}`).title).toBe(`A${'🧊'.repeat(39)}`)
})
