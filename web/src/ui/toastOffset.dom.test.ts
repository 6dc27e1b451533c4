import { afterEach, expect, it, vi } from 'vitest'
import { keepClearOfToasts, placeToasts } from './toastOffset.ts'

/** The offset of toasts in a window of 1000 by 800, while an element is kept clear and after. */
async function below(box: { left: number; top: number; width: number; height: number }, windowWidth = 1000) {
  vi.stubGlobal('innerWidth', windowWidth)
  vi.stubGlobal('innerHeight', 800)
  const element = document.createElement('div')
  element.getBoundingClientRect = () => new DOMRect(box.left, box.top, box.width, box.height)
  const place = () => document.documentElement.style.getPropertyValue('--below-toasts')
  const settled = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const release = keepClearOfToasts(element)
  placeToasts()
  await settled()
  const during = place()
  release?.()
  await settled()
  return [during, place()]
}

afterEach(() => vi.unstubAllGlobals())

it('toasts are above an element at the bottom right until it is removed', async () => {
  expect(await below({ left: 500, top: 680, width: 500, height: 120 })).toEqual(['120px', '0px'])
})

it('toasts ignore elements at the left or higher up', async () => {
  expect(await below({ left: 0, top: 750, width: 300, height: 50 })).toEqual(['0px', '0px'])
  expect(await below({ left: 500, top: 300, width: 500, height: 120 })).toEqual(['0px', '0px'])
})

it('toasts use the full width on a phone', async () => {
  expect(await below({ left: 12, top: 750, width: 200, height: 38 }, 390)).toEqual(['50px', '0px'])
})

it('toasts stay in the window above a dialog that fills it', async () => {
  expect(await below({ left: 0, top: 60, width: 390, height: 740 }, 390)).toEqual(['680px', '0px'])
})
