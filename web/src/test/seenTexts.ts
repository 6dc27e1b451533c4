// The texts on the screen: the content of elements and the placeholders of empty fields.
import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'

/** The full text, with a value for each `…`. */
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

/** Makes all calls fail with an unexpected error, so that the app's own messages are shown. */
export const breakCalls = () =>
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new TypeError('AbortSignal.timeout is not a function')
  })
