import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ME, makeEvent, makeId } from '../test/make.ts'
import { MARK_MS, MARKS_MAX, RemoteChanges } from './remoteChanges.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ben = { actor: { id: makeId(), name: 'Ben Okafor' } }
const updated = (node_id: string, more: object = ben) =>
  makeEvent('node.updated', { before: {}, after: { version: 2, updated_at: '' } }, { revision: 2, node_id, ...more })

it('marks a changed node for a moment and notifies only its row, among 10,000', () => {
  const changes = new RemoteChanges()
  const ids = Array.from({ length: 10_000 }, () => makeId())
  const notified: string[] = []
  for (const id of ids) changes.watch(id, () => notified.push(id))
  const [changed = ''] = ids

  changes.add([updated(changed)], ME)
  expect(changes.at(changed)?.name).toBe('Ben Okafor')
  vi.advanceTimersByTime(MARK_MS)

  expect(changes.at(changed)).toBeUndefined()
  expect(notified).toEqual([changed, changed])
})

it('does not mark the user’s own changes, but those of their agents', () => {
  const changes = new RemoteChanges()
  const [mine, agents] = [makeId(), makeId()]
  const me = { actor: { id: ME, name: 'Ana Ruiz' } }

  changes.add([updated(mine, me), updated(agents, { ...me, via: { kind: 'token', name: 'Claude' } })], ME)

  expect(changes.at(mine)).toBeUndefined()
  expect(changes.at(agents)).toMatchObject({ name: 'Ana Ruiz', agent: 'Claude' })
})

it('knows who last changed each field of a node', () => {
  const changes = new RemoteChanges()
  const id = makeId()
  const after = { version: 2, updated_at: '' }
  const edit = (name: string, data: object) =>
    makeEvent(
      'node.updated',
      { before: {}, after, ...data },
      { revision: 2, node_id: id, actor: { id: makeId(), name } },
    )

  changes.add(
    [
      edit('Ben Okafor', { after: { ...after, description: 'By bus' } }),
      edit('Cem Ak', { left_out: ['context'] }),
      edit('Dee Oh', { after: { ...after, title: 'Study' } }),
    ],
    ME,
  )

  expect(['description', 'context', 'title', 'due_date'].map((field) => changes.authorOf(id, field))).toEqual([
    'Ben Okafor',
    'Cem Ak',
    'Dee Oh',
    undefined,
  ])
})

it('does not mark the nodes of a bulk change', () => {
  const changes = new RemoteChanges()
  const ids = Array.from({ length: MARKS_MAX + 1 }, () => makeId())

  changes.add(
    ids.map((id) => updated(id)),
    ME,
  )

  expect(ids.filter((id) => changes.at(id))).toEqual([])
})

it('marks everything that an undo has brought back, and ends each mark once', () => {
  const changes = new RemoteChanges()
  const notified = vi.fn()
  changes.watchAll(notified)
  const ids = [makeId(), makeId(), makeId()]
  const [first = ''] = ids

  changes.addUndone(ids, 7)
  vi.advanceTimersByTime(MARK_MS / 2)
  changes.add([updated(first)], ME)
  expect(changes.all().size).toBe(3)
  vi.advanceTimersByTime(MARK_MS / 2)
  expect([...changes.all().keys()]).toEqual([first])
  vi.advanceTimersByTime(MARK_MS / 2)

  expect(changes.all().size).toBe(0)
  expect(notified).toHaveBeenCalledTimes(4)
})
