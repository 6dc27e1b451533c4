import { expect, it } from 'vitest'
import { readNodePositions, rememberNodePositions, takePositionStep, watchPositionSteps } from './nodePositions.ts'

it('keeps the positions of two tabs that drag different nodes', () => {
  const [a, b] = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ]
  rememberNodePositions('plan', {}, { a })
  rememberNodePositions('plan', {}, { b })
  expect(readNodePositions('plan')).toEqual({ a, b })

  rememberNodePositions('plan', { a }, { a: b })
  expect(readNodePositions('plan')).toEqual({ a: b, b })

  rememberNodePositions('plan', { a: b }, {})
  expect(readNodePositions('plan')).toEqual({})
})

it('takes a step back and forth, and keeps what was moved elsewhere', () => {
  rememberNodePositions('view', {}, { a: { x: 1, y: 1 }, b: { x: 2, y: 2 } })
  const seen: string[] = []
  const stop = watchPositionSteps(({ id }) => seen.push(id))
  const step = { viewId: 'view', id: 'step', places: { a: null, c: { x: 3, y: 3 } } }

  const back = takePositionStep(step)
  expect(readNodePositions('view')).toEqual({ b: { x: 2, y: 2 }, c: { x: 3, y: 3 } })
  rememberNodePositions('view', readNodePositions('view'), { ...readNodePositions('view'), d: { x: 4, y: 4 } })
  expect(takePositionStep(back).places).toEqual(step.places)
  expect(readNodePositions('view')).toEqual({ a: { x: 1, y: 1 }, b: { x: 2, y: 2 }, d: { x: 4, y: 4 } })
  expect(seen).toEqual(['step', 'step'])
  stop()
})
