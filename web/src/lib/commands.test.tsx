import { fireEvent, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Command, useCommands } from './commands.ts'

it.each([
  ['once', {}, 1],
  ['again and again, if it repeats,', { repeats: true }, 3],
])('runs a command %s while its key is held', (_, options: Partial<Command>, expected) => {
  let runs = 0
  const command: Command = {
    group: 'Graph',
    label: 'Zoom in',
    icon: null,
    keys: ['+'],
    run: () => {
      runs += 1
    },
    ...options,
  }
  renderHook(() => useCommands([command]))

  const isFree = [false, true, true].map((repeat) => fireEvent.keyDown(document.body, { key: '+', repeat }))

  expect(runs).toBe(expected)
  expect(isFree).toEqual([false, false, false])
})
