// The plan page of its owner, operated with real keyboard and mouse in a window of 1440 x 900.
import { quantile } from '../load/stats.mjs'
import { installStopwatch } from './stopwatch.mjs'

const VIEWPORT = { width: 1440, height: 900 }
const PANE = '.graph-pane'
const STROKES = 4
const STEPS = 20
const STEP_PX = 24
const DRAG_PX = 100
const SETTLE_MS = 300

/** Opens a plan in a new browser context, until elements that match all of `shown` are painted. */
export async function openPlan(browser, { origin, session, planId, layout = 'split', shown = SHOWN[layout] }) {
  const storage = { auth_session: JSON.stringify(session), tour_skipped: 'true', [`layout_mode:${planId}`]: layout }
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: VIEWPORT,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  await context.addInitScript(installStopwatch)
  const page = await context.newPage()
  const scripts = new Set()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
  await page.goto(`${origin}/plans/${planId}`, { waitUntil: 'commit' })
  const openMs = await page.evaluate((selectors) => window.stopwatch.opened(selectors), shown)
  // Before what the plan loads while it is idle, which `scripts` receives later.
  const scriptsToOpen = new Set(scripts)
  return { page, scripts, scriptsToOpen, openMs, close: () => context.close() }
}

const SHOWN = {
  split: ['[role=treeitem]', '.graph-card'],
  graph: ['.graph-card'],
  tree: ['[role=treeitem]'],
}

/** The canvas once the graph has its first position; zoomed out, it has no cards. */
export const OVERVIEW = ['.graph-layer:not([style*="scale(1)"])']

/** Runs an action and returns its cost, from the event to the painted change. */
export async function timed(page, watched, act) {
  await page.evaluate((options) => window.stopwatch.begin(options), watched)
  await act()
  return page.evaluate(() => window.stopwatch.result())
}

export const countElements = (page) => page.evaluate(() => document.querySelectorAll('*').length)
export const longestTask = (page) => page.evaluate(() => window.stopwatch.longest)

/** Heap size after garbage collection, in MB. */
export async function heapMB(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 1e6
}

/** Expands all branches of the graph and centers one node. */
export async function expandAround(page, nodeId) {
  await page.getByRole('button', { name: 'Show all levels' }).click()
  await settle(page)
  await page.goto(`${page.url()}?node=${nodeId}`)
  await page.locator(`.graph-card[data-id="${nodeId}"]`).waitFor()
  await page.keyboard.press('Escape')
  await settle(page)
}

/** Turns the wheel with Ctrl in the middle of the canvas until it has this zoom. */
export async function zoomTo(page, zoom) {
  const { x, y } = await middle(page)
  await page.mouse.move(x, y)
  await page.keyboard.down('Control')
  for (let now = await zoomOf(page); Math.abs(Math.log2(now / zoom)) > 0.02; ) {
    await page.mouse.wheel(0, Math.max(-200, Math.min(200, Math.log2(now / zoom) * 500)))
    await settle(page)
    const next = await zoomOf(page)
    if (next === now) throw new Error(`The canvas stays at zoom ${now} instead of ${zoom}`)
    now = next
  }
  await page.keyboard.up('Control')
}

/** Milliseconds between frames while the canvas is dragged back and forth on an empty spot. */
export const panFrames = (page) =>
  strokeFrames(page, {
    startOf: () => emptySpot(page),
    offsetOf: (step, direction) => ({ x: direction * step * STEP_PX, y: direction * step * 4 }),
  })

/** Milliseconds between frames while a card in the middle is dragged around its place, to which it returns. */
export const dragFrames = (page) =>
  strokeFrames(page, {
    startOf: () => middleCard(page),
    offsetOf: (step) => ({
      x: Math.sin((2 * Math.PI * step) / STEPS) * DRAG_PX,
      y: Math.sin((4 * Math.PI * step) / STEPS) * DRAG_PX,
    }),
  })

/** p95 of the milliseconds between frames while the mouse is moved with its button down. */
async function strokeFrames(page, { startOf, offsetOf }) {
  const frames = []
  for (let stroke = 0; stroke < STROKES; stroke++) {
    const from = await startOf(stroke)
    const direction = stroke % 2 ? 1 : -1
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.evaluate(() => window.stopwatch.startFrames())
    for (let step = 1; step <= STEPS; step++) {
      const { x, y } = offsetOf(step, direction)
      await page.mouse.move(from.x + x, from.y + y)
    }
    frames.push(...(await page.evaluate(() => window.stopwatch.stopFrames())))
    await page.mouse.up()
  }
  // Frame times have a resolution of 0.1 ms.
  return Math.round(quantile(frames, 0.95) * 10) / 10
}

/** The next of the visible cards in turn, and the position to click. */
export async function cardInSight(page, turn) {
  const found = await cardsInSight(page)
  return found[turn % found.length]
}

/**
 * Without selected cards, because a click on one may change nothing.
 * @returns {Promise<{ id: string, x: number, y: number }[]>}
 */
const cardsInSight = (page) =>
  page.evaluate(() => {
    const found = []
    for (const card of document.querySelectorAll('.graph-card:not(.selected)')) {
      const { left, top, width, height } = card.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (card.contains(document.elementFromPoint(x, y))) found.push({ id: card.getAttribute('data-id'), x, y })
    }
    return found
  })

/** The position to click of the card nearest to the middle: the canvas pans when a card comes near its edge. */
async function middleCard(page) {
  const { x, y } = await middle(page)
  const distance = (card) => Math.hypot(card.x - x, card.y - y)
  return (await cardsInSight(page)).sort((a, b) => distance(a) - distance(b))[0]
}

/** Waits until the page is idle, so that follow-up work such as a panel is included. */
export async function settle(page) {
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })))
}

const zoomOf = (page) =>
  page.evaluate(() => {
    const viewport = document.querySelector('.graph-layer')
    return viewport ? new DOMMatrix(getComputedStyle(viewport).transform).a : Number.NaN
  })

async function middle(page) {
  const box = await page.locator(PANE).boundingBox()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** An empty position near the middle of the canvas, where a drag pans and moves no card. */
async function emptySpot(page) {
  const spot = await page.evaluate((selector) => {
    const pane = document.querySelector(selector)
    const { left, top, width, height } = pane.getBoundingClientRect()
    for (let i = 0; i < 400; i++) {
      const x = left + width * (0.3 + 0.4 * ((i * 0.618) % 1))
      const y = top + height * (0.3 + 0.4 * ((i * 0.367) % 1))
      if (document.elementFromPoint(x, y) === pane) return { x, y }
    }
  }, PANE)
  if (!spot) throw new Error('No empty position on the canvas')
  return spot
}
