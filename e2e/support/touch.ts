import type { Locator, Page } from '@playwright/test'

interface Point {
  x: number
  y: number
}

/** The browser ignores the first steps of a finger, until it has moved far enough. */
const STEPS = 12

/** For `prepare` of a page that is used with fingers. */
export async function enableTouch(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
}

export async function middleOf(target: Locator): Promise<Point> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

/** Fingers on a page, which the browser handles like real ones. */
export async function fingersOn(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) })
  const put = (...points: Point[]) => touch('touchStart', points)
  const move = (...points: Point[]) => touch('touchMove', points)
  const lift = () => touch('touchEnd', [])
  return {
    put,
    move,
    lift,
    tap: async (target: Locator) => {
      await put(await middleOf(target))
      await lift()
    },
    /** Rests a finger until its long press has opened a menu, then lifts it. */
    hold: async (at: Point) => {
      await put(at)
      await page.getByRole('menu').waitFor()
      await lift()
      // A menu that closes with the finger does so at once.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    },
    /** Moves a finger in steps, then lifts it. */
    drag: async (from: Point, by: Point) => {
      await put(from)
      for (let step = 1; step <= STEPS; step++)
        await move({ x: from.x + (by.x * step) / STEPS, y: from.y + (by.y * step) / STEPS })
      await lift()
    },
    /** Moves two fingers from one distance to another around a point. */
    pinch: async ({ x, y }: Point, from: number, to: number) => {
      const pair = (apart: number) => [-1, 1].map((side) => ({ x: x + (side * apart) / 2, y }))
      await put(...pair(from))
      for (let step = 1; step <= STEPS; step++) await move(...pair(from + ((to - from) * step) / STEPS))
      await lift()
    },
  }
}
