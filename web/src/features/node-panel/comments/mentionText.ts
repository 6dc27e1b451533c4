// People write and read `@Name`; the server stores `<@user-id>`.
import type { Mention } from '@cairn/contract/api/logs'
import { mentionOf, nameMentions } from '@cairn/contract/rules/mentions'
import { bestMatches } from '../../../lib/bestMatches.ts'
import { fold } from '../../../lib/fold.ts'

/** People in the list at once. */
const SHOWN_MAX = 8
/** Longer text after an `@` is no name. */
const QUERY_MAX = 60
const WORD = /[\p{L}\p{N}_]/u

/** The text as the server stores it. Of people with the same name, the first is meant. */
export function toStored(text: string, people: readonly Mention[]): string {
  const longestFirst = [...people].sort((a, b) => b.name.length - a.name.length)
  let stored = ''
  for (let at = 0; at < text.length; ) {
    const person = text[at] === '@' && !isWordBefore(text, at) && longestFirst.find(({ name }) => isAt(text, at, name))
    stored += person ? mentionOf(person.id) : text[at]
    at += person ? person.name.length + 1 : 1
  }
  return stored
}

const isWordBefore = (text: string, at: number): boolean => at > 0 && WORD.test(text[at - 1] ?? '')
const isAt = (text: string, at: number, name: string): boolean => {
  const end = at + 1 + name.length
  return text.slice(at + 1, end) === name && !WORD.test(text[end] ?? '')
}

/** The stored text as people edit it. */
export const toEdited = (content: string, mentions: readonly Mention[]): string =>
  nameMentions(content, (userId) => mentions.find(({ id }) => id === userId)?.name)

export interface MentionQuery {
  /** Where its `@` is. */
  at: number
  typed: string
}

/** The name that is being typed before the caret. */
export function mentionQuery(text: string, caret: number): MentionQuery | null {
  const at = text.lastIndexOf('@', caret - 1)
  if (at < 0 || isWordBefore(text, at)) return null
  const typed = text.slice(at + 1, caret)
  return typed.length > QUERY_MAX || typed.includes('\n') || typed.startsWith(' ') ? null : { at, typed }
}

/** The people whose names match, best first. */
export const matchPeople = <P extends Mention>(people: readonly P[], typed: string): P[] =>
  bestMatches(people, { typed: fold(typed), max: SHOWN_MAX, textOf: ({ name }) => fold(name) })

/** The text with the person in place of the query, and where the caret goes. */
export function insertMention(text: string, { at, typed }: MentionQuery, { name }: Mention) {
  const before = `${text.slice(0, at)}@${name} `
  return { text: before + text.slice(at + 1 + typed.length).replace(/^ /, ''), caret: before.length }
}
