import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeId, makeSession } from '../test/make.ts'
import { hasDrafts, keepDraft, listDrafts, readDraft, useDraft } from './drafts.ts'
import { clearSession, saveSession } from './session.ts'

it('keeps the typed text after the session ends, for the same user only', () => {
  const ana = makeSession()
  saveSession(ana)
  const { result, unmount } = renderHook(() => useDraft('prompt', ''))
  act(() => result.current.set('Move the office'))
  clearSession({ byChoice: false })
  unmount()

  saveSession(makeSession({ id: makeId() }))
  expect(renderHook(() => useDraft('prompt', '')).result.current.value).toBe('')
  expect(hasDrafts()).toBe(false)
  saveSession(ana)
  expect(renderHook(() => useDraft('prompt', '')).result.current.value).toBe('Move the office')
})

it('stores a text that changes after the session has ended for the user who typed it', () => {
  const ana = makeSession()
  saveSession(ana)
  const { result } = renderHook(() => useDraft('prompt', ''))
  act(() => clearSession({ byChoice: false }))
  act(() => result.current.set('Given back'))

  saveSession(ana)
  expect(readDraft('prompt')).toBe('Given back')
})

it('removes a draft that is cleared or equals the empty value', () => {
  saveSession(makeSession())
  const { result } = renderHook(() => useDraft('prompt', { text: '' }))

  act(() => result.current.set({ text: 'a' }))
  expect(hasDrafts()).toBe(true)
  act(() => result.current.set({ text: '' }))
  expect(hasDrafts()).toBe(false)
  act(() => result.current.set({ text: 'b' }))
  act(() => result.current.clear())

  expect(readDraft('prompt')).toBeUndefined()
})

it('lists the drafts with a prefix', () => {
  saveSession(makeSession())
  keepDraft('title a', 'A')
  keepDraft('title b', 'B')
  keepDraft('log c', 'C')

  expect(listDrafts('title ').map(({ place, draft }) => [place, draft])).toEqual([
    ['title a', 'A'],
    ['title b', 'B'],
  ])
})
