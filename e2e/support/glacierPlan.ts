import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from './people.ts'

interface Row {
  id: string
  title: string
  parent_id: string | null
}

/** A plan with a root, two phases and three tasks. `add` creates another node of it. */
export async function makePlan(person: Person) {
  const plan = await person.call<Row>('POST', '/plans', { title: 'Cross the glacier' })
  const add = (title: string, node_type: string, parent_id?: string) =>
    person.call<Row>('POST', `/plans/${plan.id}/nodes`, { title, node_type, parent_id })
  const root = await add('Expedition', 'root')
  const prepare = await add('Prepare', 'phase', root.id)
  const walk = await add('Walk', 'phase', root.id)
  const ropes = await add('Buy ropes', 'task', prepare.id)
  const pack = await add('Pack', 'task', prepare.id)
  const start = await add('Set off', 'task', walk.id)
  const parentOf = async (title: string) => {
    const rows = await person.call<Row[]>('GET', `/plans/${plan.id}/nodes`)
    const { parent_id } = rows.find((row) => row.title === title) ?? {}
    return rows.find(({ id }) => id === parent_id)?.title
  }
  return { plan, root, prepare, walk, ropes, pack, start, add, parentOf }
}

/** The card of a node in the graph. */
export const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('article', { name: new RegExp(`^${title},`) })

/** Hovers over a card until its handles can be dragged. */
export async function showHandles(page: Page, title: string): Promise<void> {
  const card = cardOf(page, title)
  await card.hover()
  await expect(page.locator('.graph-card').filter({ has: card }).locator('.graph-handle.source')).toHaveCSS(
    'opacity',
    '1',
  )
}
