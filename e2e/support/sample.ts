// A plan in the middle of the work that uses every feature, shared with people of every role.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { LogType } from '@cairn/contract/api/logs'
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import type { BrowserContext, Page } from '@playwright/test'
import { type Account, test as base, register, remembered } from './people.ts'

const PICTURE = path.join(import.meta.dirname, '../../web/public/icons/icon-512.png')

interface Draft {
  title: string
  type?: NodeType
  status?: NodeStatus
  /** Days from today. */
  due?: number
  description?: string
  context?: string
  acceptance_criteria?: string
  agent_instructions?: string
  children?: Draft[]
}

const done = (title: string, due: number): Draft => ({ title, due, status: 'completed' })

const HUT: Draft = {
  title: 'Rebuild the hut on the ridge',
  type: 'root',
  status: 'in_progress',
  due: 120,
  description: 'Twenty beds, water from the spring, and a stove that heats both floors, open before the first snow.',
  children: [
    {
      title: 'Survey and permits',
      type: 'phase',
      status: 'completed',
      due: -30,
      children: [
        done('Measure the old walls', -48),
        done('Ask the commune for the building permit, with drawings, statics and the consent of the neighbors', -40),
        { ...done('Permit granted', -30), type: 'milestone' },
      ],
    },
    {
      title: 'Foundations',
      type: 'phase',
      status: 'in_progress',
      due: 12,
      description: 'Everything below the frame. The helicopter flies on dry days only.',
      children: [
        done('Clear the site', -9),
        {
          title: 'Pour the concrete',
          status: 'in_progress',
          due: -2,
          description:
            'Six foundations of 80 by 80 cm, poured on one day.\n\nThe mixer comes with the second flight; the gravel is up there already.',
          context: 'The rock is sound from 60 cm down. Frost goes as deep as 90 cm, so no shortcut here.',
          acceptance_criteria:
            '[x] The six holes are at least 90 cm deep\n[x] Reinforcement is photographed before it disappears\nThe concrete has rested for seven days without frost\nThe surveyor has signed, and the signed sheet is attached here as a file that everyone can open',
          agent_instructions:
            '## How to help here\n\n1. Read the forecast of the **next seven days** each morning.\n2. Log a `challenge` when a night below 3 °C is to come.\n3. Never move the date yourself: ask.\n\n| Temperature | Rest |\n| --- | --- |\n| above 10 °C | 5 days |\n| 3 to 10 °C | 7 days |\n\n> The supplier answers within a day.',
        },
        { title: 'Anchor the frame', status: 'blocked', due: 6, description: 'Waits for concrete that has rested.' },
        { title: 'Ready for the frame', type: 'milestone', due: 12 },
      ],
    },
    {
      title: 'Frame and roof',
      type: 'phase',
      due: 45,
      children: [
        { title: 'Order the larch beams', status: 'in_progress', due: 0 },
        { title: 'Raise the frame', due: 20, children: [{ title: 'Ground floor' }, { title: 'Upper floor' }] },
        { title: 'Shingle the roof', due: 40 },
        { title: 'The roof is tight', type: 'milestone', due: 45 },
      ],
    },
    {
      title: 'Interior',
      type: 'phase',
      children: [{ title: 'Stove and chimney' }, { title: 'Bunks for twenty' }, { title: 'Water from the spring' }],
    },
    {
      title: 'Opening',
      type: 'phase',
      due: 120,
      children: [
        { title: 'Invite the valley', due: 100 },
        { title: 'Opening day', type: 'milestone', due: 120 },
      ],
    },
  ],
}

const EDGES = [
  ['Pour the concrete', 'dependency', 'Anchor the frame'],
  ['Anchor the frame', 'dependency', 'Ready for the frame'],
  ['Ready for the frame', 'dependency', 'Raise the frame'],
  ['Order the larch beams', 'dependency', 'Raise the frame'],
  ['Ground floor', 'sequence', 'Upper floor'],
  ['Raise the frame', 'sequence', 'Shingle the roof'],
  ['Stove and chimney', 'reference', 'Shingle the roof'],
  ['Clear the site', 'sequence', 'Pour the concrete'],
  ['Measure the old walls', 'reference', 'Pour the concrete'],
] as const

type Who = 'owner' | 'editor' | 'commenter' | 'viewer'

const LOGS: readonly { by: Who; log_type: LogType; content: string; tags?: string[] }[] = [
  {
    by: 'owner',
    log_type: 'decision',
    content: 'We pour all six on one day, so that they rest together.',
    tags: ['concrete'],
  },
  {
    by: 'editor',
    log_type: 'reasoning',
    content: 'Two flights of 800 kg cost less than three of 600 kg, and need one dry morning instead of two.',
  },
  { by: 'editor', log_type: 'progress', content: 'Holes are dug. The deepest is 104 cm.', tags: ['site', 'photos'] },
  {
    by: 'editor',
    log_type: 'challenge',
    content: 'Minus two degrees forecast for Thursday night; the concrete will need straw and tarpaulins.',
    tags: ['weather', 'concrete'],
  },
  { by: 'commenter', log_type: 'comment', content: 'I can bring forty bales of straw with the tractor.' },
]

export interface Sample extends Record<Who, Account> {
  planId: string
}

interface Kept {
  sample: Sample
  browsers: Map<string, BrowserContext>
}

/** The tests of a worker share one read-only plan and warm browsers. */
export const test = base.extend<object, Kept>({
  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const kept = new Map<string, BrowserContext>()
      await use(kept)
      for (const context of kept.values()) await context.close()
    },
    { scope: 'worker' },
  ],

  openAs: async ({ browser, browsers, pageErrors }, use) => {
    const pages: Page[] = []
    await use(async ({ id, session }, address, { stored = {}, prepare } = {}) => {
      const context = browsers.get(id) ?? (await browser.newContext())
      browsers.set(id, context)
      const page = await context.newPage()
      pages.push(page)
      page.on('pageerror', (error) => pageErrors.push(String(error)))
      await page.addInitScript(
        (entries) => {
          // The frame of a PDF has no storage.
          if (window !== window.top) return
          localStorage.clear()
          for (const [name, value] of entries) localStorage.setItem(name, value)
        },
        remembered(session, stored),
      )
      await prepare?.(page)
      await page.goto(address)
      return page
    })
    for (const page of pages) await page.close()
  },

  sample: [
    async ({ product }, use) => {
      const people = {
        owner: await register(product, 'Ana Ruiz'),
        editor: await register(product, 'Dora Lindqvist'),
        commenter: await register(product, 'Ben Okafor'),
        viewer: await register(product, 'Cleo Brandt'),
      }
      await use({ ...people, planId: await makeSamplePlan(people) })
    },
    { scope: 'worker' },
  ],
})

/** A plan of its own that may be changed. */
export async function makeSamplePlan(people: Record<Who, Account>): Promise<string> {
  const { owner, editor, commenter, viewer } = people
  const { title, description } = HUT
  const plan = await owner.call<{ id: string }>('POST', '/plans', { title, description, status: 'active' })
  const at = `/plans/${plan.id}`
  for (const [role, { email }] of Object.entries({ editor, commenter, viewer }))
    await owner.call('POST', `${at}/collaborators`, { email, role })
  await owner.call('POST', `${at}/collaborators`, { email: 'the.carpenter@example.com', role: 'editor' })

  const ids = await addNodes(owner, plan.id, HUT)
  for (const [source, kind, target] of EDGES)
    await owner.call('POST', `${at}/edges`, { source_id: ids.get(source), target_id: ids.get(target), kind })

  const node = `${at}/nodes/${ids.get('Pour the concrete')}`
  for (const { by, ...log } of LOGS) await people[by].call('POST', `${node}/log`, log)
  for (const who of ['editor', 'owner'] as const)
    await owner.call('POST', `${node}/assign`, { user_id: people[who].id })
  await owner.call('POST', `${at}/nodes/${ids.get('Order the larch beams')}/assign`, { user_id: owner.id })
  await addFiles(people.editor, node)
  return plan.id
}

/** Returns the ids by title. */
async function addNodes(
  owner: Account,
  planId: string,
  draft: Draft,
  parent_id?: string,
): Promise<Map<string, string>> {
  const { title, type = 'task', due, children = [], ...rest } = draft
  const body = { ...rest, title, node_type: type, parent_id, due_date: due === undefined ? null : dayFromNow(due) }
  const { id } = await owner.call<{ id: string }>('POST', `/plans/${planId}/nodes`, body)
  const ids = new Map([[title, id]])
  for (const child of children) for (const entry of await addNodes(owner, planId, child, id)) ids.set(...entry)
  return ids
}

async function addFiles(by: Account, node: string): Promise<void> {
  const files = [
    new File(['Six foundations, signed.'], 'Signed sheet of the surveyor, second and final version.txt'),
    new File(['%PDF-1.7'], 'statics.pdf', { type: 'application/pdf' }),
    new File([await readFile(PICTURE)], 'site-from-above.png', { type: 'image/png' }),
  ]
  for (const file of files) {
    const form = new FormData()
    form.set('file', file)
    await by.call('POST', `${node}/artifacts`, form)
  }
  const link = { name: 'Forecast for the ridge', content_type: 'text/html', url: 'https://weather.example.com/ridge' }
  await by.call('POST', `${node}/artifacts`, link)
}

function dayFromNow(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() + days)
  return date.toISOString().slice(0, 10)
}
