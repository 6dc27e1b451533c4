import { describe, expect, it } from 'vitest'
import { insertMention, matchPeople, mentionQuery, toEdited, toStored } from './mentionText.ts'

const ANA = { id: '0196f0a0-0000-7000-8000-00000000000a', name: 'Ana' }
const RUIZ = { id: '0196f0a0-0000-7000-8000-00000000000b', name: 'Ana Ruiz' }
const ZOE = { id: '0196f0a0-0000-7000-8000-00000000000c', name: 'Zoë (QA)' }
const PEOPLE = [ANA, RUIZ, ZOE]

it('stores names as ids and shows ids as names', () => {
  const text = '@Ana Ruiz, @Ana and (@Zoë (QA)): see ana@Ana.org, @Anabel, @Nobody @'
  const stored = `<@${RUIZ.id}>, <@${ANA.id}> and (<@${ZOE.id}>): see ana@Ana.org, @Anabel, @Nobody @`
  expect(toStored(text, PEOPLE)).toBe(stored)
  expect(toEdited(stored, PEOPLE)).toBe(text)
})

it('takes the first of people with the same name', () => {
  const other = { ...ZOE, name: 'Ana' }
  expect(toStored('@Ana', [other, ANA])).toBe(`<@${ZOE.id}>`)
})

describe('the name before the caret', () => {
  it.each([
    ['@', 1, { at: 0, typed: '' }],
    ['Hi @an', 6, { at: 3, typed: 'an' }],
    ['Hi @ana ru', 10, { at: 3, typed: 'ana ru' }],
    ['Hi @ana ru', 7, { at: 3, typed: 'ana' }],
    ['mail@an', 7, null],
    ['Hi @ an', 7, null],
    ['@an\nx', 5, null],
    ['Hi', 2, null],
  ])('of %j at %i is %j', (text, caret, query) => {
    expect(mentionQuery(text, caret)).toEqual(query)
  })
})

it('matches the beginning of any word, without accents', () => {
  expect(matchPeople(PEOPLE, 'zoe')).toEqual([ZOE])
  expect(matchPeople(PEOPLE, 'ru')).toEqual([RUIZ])
  expect(matchPeople(PEOPLE, 'ana x')).toEqual([])
})

it('puts the chosen person where the query is', () => {
  expect(insertMention('Hi @an, you', { at: 3, typed: 'an' }, RUIZ)).toEqual({
    text: 'Hi @Ana Ruiz , you',
    caret: 13,
  })
  expect(insertMention('@a rest', { at: 0, typed: 'a' }, ANA)).toEqual({ text: '@Ana rest', caret: 5 })
})
