import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StatusCircle } from './StatusCircle.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function draw() {
  const done: string[] = []
  render(
    <StatusCircle
      status="not_started"
      onToggle={() => done.push('toggle')}
      onMenu={({ x, y }) => done.push(`menu ${x} ${y}`)}
    />,
  )
  const circle = screen.getByRole('button', { name: 'Completed' })
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  const finger = { pointerType: 'touch', button: 0, clientX: 10, clientY: 20 }
  return { done, circle, wait, finger }
}

it('opens the menu on a long press, and ignores the click at its end', () => {
  const { done, circle, wait, finger } = draw()

  fireEvent.pointerDown(circle, finger)
  wait(500)
  // Browsers fire a context menu after a long press.
  fireEvent.contextMenu(circle, finger)
  fireEvent.pointerUp(circle, finger)
  fireEvent.click(circle)
  expect(done).toEqual(['menu 10 20'])

  fireEvent.pointerDown(circle, finger)
  fireEvent.pointerUp(circle, finger)
  fireEvent.click(circle)
  expect(done).toEqual(['menu 10 20', 'toggle'])
})

it('opens nothing when the finger lifts early or scrolls', () => {
  const { done, circle, wait, finger } = draw()

  fireEvent.pointerDown(circle, finger)
  wait(400)
  fireEvent.pointerUp(circle, finger)
  wait(400)
  fireEvent.pointerDown(circle, finger)
  fireEvent.pointerMove(circle, { ...finger, clientY: 40 })
  wait(600)

  expect(done).toEqual([])
})

it('opens the menu on a right click', () => {
  const { done, circle } = draw()

  fireEvent.contextMenu(circle, { clientX: 3, clientY: 4 })

  expect(done).toEqual(['menu 3 4'])
})
