import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Drag, followPresses } from './presses.ts'

let element: HTMLElement
const done: string[] = []
const handleClick = vi.fn()

const dragNamed = (name: string): Drag => ({
  move: ({ x, y }) => done.push(`${name} to ${x},${y}`),
  end: () => done.push(`${name} ended`),
  cancel: () => done.push(`${name} cancelled`),
})

beforeEach(() => {
  done.length = 0
  handleClick.mockClear()
  document.body.innerHTML = '<div class="graph-pane"><p>Walk</p><button>Add</button></div>'
  element = document.querySelector('div') as HTMLElement
  vi.spyOn(element, 'setPointerCapture').mockReturnValue()
  element.addEventListener('click', handleClick)
  const stop = followPresses(element, {
    begin: ({ button, at, shiftKey }) => {
      done.push(`begin ${button} at ${at.x},${at.y}${shiftKey ? ' with shift' : ''}`)
      return dragNamed('drag')
    },
    pan: () => dragNamed('pan'),
    pinch: (now, before) => done.push(`pinch ${before.apart} to ${now.apart}`),
  })
  return () => {
    stop()
    document.body.innerHTML = ''
    return clicksToEnd()
  }
})

const mouse = { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1 }
const finger = (pointerId: number) => ({ pointerId, pointerType: 'touch', button: 0, buttons: 1 })
const text = () => element.querySelector('p') as HTMLElement
const down = (init: object, clientX = 0, target: Element = text()) =>
  fireEvent.pointerDown(target, { ...init, clientX, clientY: 50 })
const move = (init: object, clientX: number) => fireEvent.pointerMove(element, { ...init, clientX, clientY: 50 })
/** Clicks are ignored in the task in which a drag ended. */
const clicksToEnd = () => new Promise((resolve) => setTimeout(resolve))
async function up(init: object, clientX: number) {
  fireEvent.pointerUp(element, { ...init, buttons: 0, clientX, clientY: 50 })
  if ((init as { pointerType?: string }).pointerType === 'mouse') fireEvent.click(element)
  await clicksToEnd()
}

describe('a press', () => {
  it('that hardly moves is a click', async () => {
    down(mouse)
    move(mouse, 3)
    await up(mouse, 3)
    expect(done).toEqual([])
    expect(handleClick).toHaveBeenCalledTimes(1)
  })

  it('that moves is a drag from where it began, which no click follows', async () => {
    down({ ...mouse, shiftKey: true }, 10)
    move(mouse, 14)
    move(mouse, 30)
    await up(mouse, 30)
    expect(done).toEqual(['begin main at 10,50 with shift', 'drag to 14,50', 'drag to 30,50', 'drag ended'])
    expect(handleClick).not.toHaveBeenCalled()

    down(mouse)
    await up(mouse, 0)
    expect(handleClick).toHaveBeenCalledTimes(1)
  })

  it('of a finger may move further before it is a drag', () => {
    down(finger(1))
    move(finger(1), 9)
    expect(done).toEqual([])
    move(finger(1), 12)
    expect(done).toEqual(['begin main at 0,50', 'drag to 12,50'])
  })

  it('of the middle button drags, over a button too, and the right one does not', async () => {
    const button = element.querySelector('button') as HTMLElement
    down({ ...mouse, button: 1, buttons: 4 }, 0, button)
    move({ ...mouse, buttons: 4 }, 20)
    await up({ ...mouse, button: 1 }, 20)
    expect(done).toEqual(['begin middle at 0,50', 'drag to 20,50', 'drag ended'])
    expect(fireEvent.mouseDown(element, { button: 1 })).toBe(false)

    done.length = 0
    down({ ...mouse, button: 2, buttons: 2 })
    move({ ...mouse, buttons: 2 }, 20)
    down(mouse, 0, button)
    move(mouse, 20)
    expect(done).toEqual([])
  })

  it('is over when the button was released where the page could not hear it', () => {
    down(mouse)
    move(mouse, 20)
    move({ ...mouse, buttons: 0 }, 60)
    move({ ...mouse, buttons: 0 }, 80)
    expect(done).toEqual(['begin main at 0,50', 'drag to 20,50', 'drag ended'])
  })
})

describe('a drag', () => {
  it('is cancelled by Escape, which does nothing else, nor does the release', async () => {
    const handleKey = vi.fn()
    document.addEventListener('keydown', handleKey)
    down(mouse)
    move(mouse, 20)
    expect(fireEvent.keyDown(element, { key: 'Escape' })).toBe(false)
    move(mouse, 40)
    await up(mouse, 40)
    document.removeEventListener('keydown', handleKey)

    expect(done).toEqual(['begin main at 0,50', 'drag to 20,50', 'drag cancelled'])
    expect(handleKey).not.toHaveBeenCalled()
    expect(handleClick).not.toHaveBeenCalled()
    expect(fireEvent.keyDown(element, { key: 'Escape' })).toBe(true)
  })

  it('is followed by no double click either', async () => {
    const handleDoubleClick = vi.fn()
    element.addEventListener('dblclick', handleDoubleClick)
    down(mouse)
    move(mouse, 20)
    const end = up(mouse, 20)
    fireEvent.doubleClick(element)
    await end
    expect(handleDoubleClick).not.toHaveBeenCalled()
    fireEvent.doubleClick(element)
    expect(handleDoubleClick).toHaveBeenCalledTimes(1)
  })

  it('is cancelled when a menu opens, and never becomes one of a picture', () => {
    down(finger(1))
    fireEvent.contextMenu(element)
    move(finger(1), 40)
    expect(done).toEqual([])

    down(mouse)
    move(mouse, 20)
    fireEvent.contextMenu(element)
    move(mouse, 60)
    expect(done).toEqual(['begin main at 0,50', 'drag to 20,50', 'drag cancelled'])
    expect(fireEvent.dragStart(text())).toBe(false)
  })

  it('is cancelled when the browser takes the pointer, and when the graph is closed', () => {
    down(mouse)
    move(mouse, 20)
    fireEvent.pointerCancel(element, mouse)
    expect(done.at(-1)).toBe('drag cancelled')
    move(mouse, 60)
    expect(done.at(-1)).toBe('drag cancelled')
  })
})

describe('two fingers', () => {
  it('zoom, also when one is on a button, and end the drag of the first', () => {
    down(finger(1))
    move(finger(1), 20)
    down(finger(2), 120, element.querySelector('button') as HTMLElement)
    move(finger(2), 220)
    expect(done).toEqual(['begin main at 0,50', 'drag to 20,50', 'drag cancelled', 'pinch 100 to 200'])
  })

  it('leave the canvas to the one that stays', async () => {
    down(finger(1))
    down(finger(2), 100)
    move(finger(1), -100)
    await up(finger(1), -100)
    move(finger(2), 130)
    await up(finger(2), 130)
    expect(done).toEqual(['pinch 100 to 200', 'pan to 130,50', 'pan ended'])
  })
})
