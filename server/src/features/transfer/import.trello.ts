// Reads the JSON that Trello exports.
import { formatCriteria } from '@cairn/contract/rules/criteria'
import { addTo } from '../../base/lists.ts'
import { mapInTurns } from '../../base/turns.ts'
import { dateOf } from './import.dates.ts'
import { type Document, objectsIn, orNull, PEOPLE_MAX, text } from './import.document.ts'
import { emptyNode, type NamedPerson, type Problems, type ReadNode, type ReadPlan } from './import.read.ts'
import { statusOf } from './import.words.ts'

const peopleOf = (ids: unknown, names: ReadonlyMap<string, string>): NamedPerson[] =>
  (Array.isArray(ids) ? ids : [])
    .slice(0, PEOPLE_MAX)
    .map((id) => ({ name: names.get(text(id)) ?? '', email: '' }))
    .filter(({ name }) => name !== '')

const sorted = <T extends Record<string, unknown>>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (Number(a.pos) || 0) - (Number(b.pos) || 0))

/** More items of one checklist are left out: no card has room for them. */
const CHECK_ITEMS_MAX = 5_000

export async function readTrello({ fields, lists }: Document, title: string, problems: Problems): Promise<ReadPlan> {
  const byPosition = (name: string) => sorted(lists.get(name) ?? [])
  const names = new Map((lists.get('members') ?? []).map(({ id, fullName }) => [text(id), text(fullName)]))
  const criteria = new Map<string, { text: string; isDone: boolean }[]>()
  await mapInTurns(byPosition('checklists'), ({ idCard, checkItems }) => {
    const items = sorted(objectsIn(checkItems).slice(0, CHECK_ITEMS_MAX)).map(({ name, state }) => ({
      text: text(name).replace(/\s+/g, ' '),
      isDone: state === 'complete',
    }))
    for (const item of items) addTo(criteria, text(idCard), item)
  })
  // Once per card id, which a broken file may give to many cards.
  const criteriaOf = new Map(
    await mapInTurns([...criteria], ([id, items]): [string, string] => [id, formatCriteria(items)]),
  )
  const columns = byPosition('lists').filter(({ closed }) => closed !== true)
  const open = new Set(columns.map(({ id }) => text(id)))
  const known = new Set((lists.get('lists') ?? []).map(({ id }) => text(id)))
  const cards = byPosition('cards').filter(({ closed }) => closed !== true)
  const left = (field: string, count: number, noun: string) => {
    if (count === 0) return
    const [what, instead] = count === 1 ? [noun, 'It is not imported'] : [`${noun}s`, 'They are not imported']
    problems.warn(null, field, `The board has ${count.toLocaleString('en-US')} ${what}`, instead)
  }
  left('cards', (lists.get('cards')?.length ?? 0) - cards.length, 'archived card')
  left('actions', (lists.get('actions') ?? []).filter(({ type }) => type === 'commentCard').length, 'comment')
  left('labels', cards.filter(({ labels }) => objectsIn(labels).length > 0).length, 'card with labels')
  const statuses = new Map(columns.map(({ id, name }) => [text(id), text(name)]))
  const read = await mapInTurns(cards, (card): ReadNode[] => {
    const { line } = card
    if (!open.has(text(card.idList))) {
      const place = known.has(text(card.idList)) ? 'an archived list' : 'a list that the file does not have'
      problems.warn(line, 'idList', `The card is in ${place}`, 'It is not imported')
      return []
    }
    const column = statuses.get(text(card.idList)) ?? ''
    const quiet = /^(done|completed?|doing|in progress|blocked)$/i.test(column.trim())
    return [
      {
        ...emptyNode(text(card.id), line),
        parent: text(card.idList),
        title: text(card.name),
        status:
          card.dueComplete === true
            ? ('completed' as const)
            : quiet
              ? statusOf(column, line, 'list', problems)
              : ('not_started' as const),
        due_date: dateOf(text(card.due), line, 'due', problems),
        description: orNull(card.desc),
        acceptance_criteria: criteriaOf.get(text(card.id)) || null,
        people: peopleOf(card.idMembers, names),
      },
    ]
  })
  return {
    format: 'trello',
    title: text(fields.get('name')) || title,
    description: orNull(fields.get('desc')),
    status: 'draft',
    nodes: [
      ...columns.map(({ id, name, line }) => ({
        ...emptyNode(text(id), line),
        title: text(name),
        node_type: 'phase' as const,
      })),
      ...read.flat(),
    ],
    edges: [],
  }
}
