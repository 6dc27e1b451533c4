import { expect, it } from 'vitest'
import { makePlan } from '../../test/make.ts'
import { choosePlans, EVERYTHING, readChoice, writeChoice } from './planChoice.ts'

const titlesOf = (plans: Parameters<typeof choosePlans>[0], choice = {}) =>
  choosePlans(plans, { ...EVERYTHING, ...choice }).shown.map(({ title }) => title)

it('reads a choice back from the URL', () => {
  const choice = { search: 'a & b', filter: 'active', belonging: 'shared', sort: 'title', archived: true } as const
  expect(readChoice(writeChoice(choice))).toEqual(choice)
  expect(writeChoice(EVERYTHING)).toBe('')
  expect(readChoice('status=done&of=me&sort=size&archived=yes')).toEqual(EVERYTHING)
})

it('puts favorites first in every order', () => {
  const plans = [
    makePlan({ title: 'Plan 10', progress: 90, updated_at: '2026-03-03T00:00:00Z' }),
    makePlan({ title: 'plan 9', progress: 10, updated_at: '2026-03-02T00:00:00Z' }),
    makePlan({ title: 'Zebra', progress: 50, updated_at: '2026-03-01T00:00:00Z', is_favorite: true }),
  ]
  expect(titlesOf(plans)).toEqual(['Zebra', 'Plan 10', 'plan 9'])
  expect(titlesOf(plans, { sort: 'title' })).toEqual(['Zebra', 'plan 9', 'Plan 10'])
  expect(titlesOf(plans, { sort: 'progress' })).toEqual(['Zebra', 'Plan 10', 'plan 9'])
})

it('hides archived plans from All by default and counts them', () => {
  const plans = [makePlan({ title: 'Now' }), makePlan({ title: 'Old', status: 'archived' })]
  expect(choosePlans(plans, EVERYTHING)).toMatchObject({ counts: { all: 1 }, hidden: 1 })
  expect(titlesOf(plans)).toEqual(['Now'])
  expect(choosePlans(plans, { ...EVERYTHING, archived: true })).toMatchObject({ counts: { all: 2 }, hidden: 0 })
})

it('distinguishes own plans from shared ones', () => {
  const plans = [makePlan({ title: 'Own' }), makePlan({ title: 'Theirs', role: 'viewer' })]
  expect(titlesOf(plans, { belonging: 'mine' })).toEqual(['Own'])
  expect(titlesOf(plans, { belonging: 'shared' })).toEqual(['Theirs'])
})

it('finds plans by words in any order, in title and description, without regard to case and accents', () => {
  const plans = [
    makePlan({ title: 'Website relaunch', description: 'With the Café Zoë' }),
    makePlan({ title: 'Relaunch party' }),
  ]
  expect(titlesOf(plans, { search: ' launch WEB ' })).toEqual(['Website relaunch'])
  expect(titlesOf(plans, { search: 'cafe relaunch' })).toEqual(['Website relaunch'])
  expect(titlesOf(plans, { search: 'website party' })).toEqual([])
  expect(titlesOf(plans, { search: '  ' })).toHaveLength(2)
})
