import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useStableHandlers } from './useStableHandlers.ts'

it('returns the same functions in every render, which call those of the last one', () => {
  const { result, rerender } = renderHook(
    ({ greeting }) => useStableHandlers({ greet: (name: string) => `${greeting} ${name}` }),
    { initialProps: { greeting: 'Hello' } },
  )
  const first = result.current
  expect(first.greet('Ana')).toBe('Hello Ana')

  rerender({ greeting: 'Goodbye' })

  expect(result.current.greet).toBe(first.greet)
  expect(first.greet('Ana')).toBe('Goodbye Ana')
})
