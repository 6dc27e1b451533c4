import { expect, it } from 'vitest'
import { mentionedIds, mentionOf, mentionParts, nameMentions, withoutMentions } from './mentions.ts'

const ANA = '0196f0a0-0000-7000-8000-00000000000a'
const BEN = '0196f0a0-0000-7000-8000-00000000000b'

it('finds each mentioned person once, in order', () => {
  const text = `${mentionOf(BEN)}, ask ${mentionOf(ANA)} and <@${BEN.toUpperCase()}>`
  expect(mentionedIds(text)).toEqual([BEN, ANA])
  expect(mentionedIds('<@ana> @ana <@> < @')).toEqual([])
})

it('names the people it knows and keeps other mentions as text', () => {
  const text = `Hi ${mentionOf(ANA)}, not ${mentionOf(BEN)}`
  expect(nameMentions(text, (id) => (id === ANA ? 'Ana $& Ruiz' : undefined))).toBe(
    `Hi @Ana $& Ruiz, not ${mentionOf(BEN)}`,
  )
})

it('leaves mentions out of what the search finds', () => {
  expect(withoutMentions(`Ask${mentionOf(ANA)}first`)).toBe('Ask first')
})

it('splits a text at its mentions', () => {
  expect(mentionParts(`Hi ${mentionOf(ANA)}!`)).toEqual([
    { text: 'Hi ' },
    { userId: ANA, text: mentionOf(ANA) },
    { text: '!' },
  ])
  expect(mentionParts('Hi')).toEqual([{ text: 'Hi' }])
})
