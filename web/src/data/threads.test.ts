import type { LogEntry } from '@cairn/contract/api/logs'
import { expect, it } from 'vitest'
import { ME, makeLog } from '../test/make.ts'
import { dropEntry, newestComment, putEntry, react, type ThreadPages } from './threads.ts'

const NOW = '2026-03-09T10:00:00.000Z'
const entry = (id: string, parent_id: string | null = null, more: Partial<LogEntry> = {}): LogEntry =>
  makeLog({ id, parent_id, content: id, log_type: 'comment', ...more })

const empty: ThreadPages = { pages: [{ threads: [], unread_since: NOW, next: undefined }], pageParams: [''] }
const filled = [entry('1'), entry('2'), entry('3', '1'), entry('5', '1')].reduce(putEntry, empty)

/** 'comment: reply, reply' for each thread. */
const shown = ({ pages }: ThreadPages) =>
  pages.flatMap(({ threads }) =>
    threads.map(({ content, replies, reply_count }) => [content, replies.map((reply) => reply.content), reply_count]),
  )

it('adds threads newest first and replies oldest first', () => {
  expect(shown(putEntry(filled, entry('4', '1')))).toEqual([
    ['2', [], 0],
    ['1', ['3', '4', '5'], 3],
  ])
})

it('replaces entries that it has, and keeps the replies', () => {
  const edited = putEntry(putEntry(filled, entry('1', null, { content: 'new', reply_count: 2 })), entry('3', '1'))
  expect(shown(edited)).toEqual([
    ['2', [], 0],
    ['new', ['3', '5'], 2],
  ])
})

it('keeps the place of a deleted comment until its last reply is deleted', () => {
  const deleted = dropEntry(dropEntry(filled, entry('1'), NOW), entry('2'), NOW)
  expect(shown(deleted)).toEqual([['', ['3', '5'], 2]])
  const fewer = dropEntry(deleted, entry('3', '1'), NOW)
  expect(shown(fewer)).toEqual([['', ['5'], 1]])
  expect(shown(dropEntry(fewer, entry('5', '1'), NOW))).toEqual([])
})

it('adds a reaction once and removes it', () => {
  const reply = entry('3', '1')
  const change = { emoji: 'heart', userId: ME } as const
  const on = react(react(filled, reply, { ...change, isOn: true }), reply, { ...change, isOn: true })
  expect(on.pages[0]?.threads[1]?.replies[0]?.reactions).toEqual([{ emoji: 'heart', user_ids: [ME] }])
  const off = react(on, reply, { ...change, isOn: false })
  expect(off.pages[0]?.threads[1]?.replies[0]?.reactions).toEqual([])
})

it('finds the newest comment among comments and replies', () => {
  expect(newestComment(empty)).toBeUndefined()
  expect(newestComment(putEntry(filled, entry('6', '1', { created_at: NOW })))).toBe(NOW)
})
