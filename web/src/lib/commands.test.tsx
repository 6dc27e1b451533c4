import { fireEvent, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Command, useCommands } from './commands.ts'

it.each([
  { hasHold: false, expected: ['run'] },
  { hasHold: true, expected: ['run', 'hold', 'hold'] },
])('runs a command once while its key is held, and its steps for a held key: $hasHold', ({ hasHold, expected }) => {
  const runs: string[] = []
  const command: Command = {
    group: 'Graph',
    label: 'Zoom in',
    icon: null,
    keys: ['+'],
    run: () => void runs.push('run'),
    hold: hasHold ? () => void runs.push('hold') : undefined,
  }
  renderHook(() => useCommands([command]))

  const isFree = [false, true, true].map((repeat) => fireEvent.keyDown(document.body, { key: '+', repeat }))

  expect(runs).toEqual(expected)
  expect(isFree).toEqual([false, false, false])
})
