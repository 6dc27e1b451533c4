import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useTheme } from './theme.ts'

const isDark = () => document.documentElement.classList.contains('dark')

it('toggles and stores the theme', () => {
  const { result } = renderHook(useTheme)
  expect(result.current.dark).toBe(false)

  act(() => result.current.toggle())
  expect([result.current.dark, isDark(), localStorage.getItem('darkMode')]).toEqual([true, true, 'true'])

  act(() => result.current.toggle())
  expect([result.current.dark, isDark(), localStorage.getItem('darkMode')]).toEqual([false, false, 'false'])
})

it('follows a change in another tab', () => {
  const { result } = renderHook(useTheme)

  localStorage.setItem('darkMode', 'true')
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'darkMode' })))

  expect([result.current.dark, isDark()]).toEqual([true, true])
})
