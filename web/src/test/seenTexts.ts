// What people can read on the screen now: as words of an element, or as the hint in an empty field.
import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'

/** The whole text, with a part that is filled in for each `…`. */
const asPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  )

const isHidden = (element: Element): boolean => element.closest('[hidden], .hidden') !== null

function isSeen(text: string): boolean {
  const pattern = asPattern(text)
  return [...screen.queryAllByText(pattern), ...screen.queryAllByPlaceholderText(pattern)].some(
    (element) => !isHidden(element),
  )
}

/** Waits until each of the texts is on the screen. */
export async function seeAll(texts: readonly string[]): Promise<void> {
  expect(texts.length).toBeGreaterThan(0)
  await waitFor(() => expect(texts.filter((text) => !isSeen(text))).toEqual([]))
}

/** From now on no call leaves the browser, for a reason that nobody has foreseen: no server's words explain it. */
export const breakCalls = () =>
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new TypeError('AbortSignal.timeout is not a function')
  })
