// The plan workspace in Chromium: what a user has to wait for in a plan of this size.
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, provideChromium } from '../../scripts/chromium.mjs'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { quantile } from '../load/stats.mjs'
import { fillPlan } from '../seed/fill.mjs'
import { BURST_EVENTS, CROWD, LARGEST, PAN_ZOOMS, WORKSPACE_ROUNDS, WORKSPACE_SIZES } from '../settings.mjs'
import { openCrowd } from './crowd.mjs'
import { measureLayout } from './layout.mjs'
import {
  cardInSight,
  countElements,
  dragFrames,
  expandAround,
  heapMB,
  longestTask,
  OVERVIEW,
  openPlan,
  panFrames,
  settle,
  timed,
  zoomTo,
} from './page.mjs'
import { firstScreenScripts, gzippedKB } from './scripts.mjs'

const BUILDERS = 8
const CLICKS = 6
const LIVE_CHANGES = 30
const FAMILY_MIN = 6

/** Adds the figures of the workspace under the ids in rows.mjs. */
export async function measureWorkspace({ figures, step }, { name, origin }) {
  const add = (id, value) => figures.add(id, name, value)
  await step('the layout of a graph', () => measureLayout(add))
  const ana = await signUp(origin, 'ana')
  const ben = await signUp(origin, 'ben')
  const browser = await chromium.launch({ executablePath: await provideChromium(), args: CHROMIUM_FLAGS })
  try {
    const firstScripts = await firstScreenScripts(browser, origin)
    add('firstScreen', await gzippedKB(firstScripts))
    for (const size of WORKSPACE_SIZES) {
      const sized = (id, value) => add(`${id}.${size}`, value)
      let plan
      await step(`a plan of ${size} nodes to look at`, async () => {
        plan = await sharePlan(origin, { ana, ben, size })
      })
      if (!plan) continue
      const there = { browser, origin, session: ana.session, ...plan, firstScripts }
      await step(`opening ${size} nodes`, () => measureOpening(sized, add, there))
      await step(`the graph of ${size} nodes`, () => measureGraph(sized, there, ben.connection))
      await step(`the tree of ${size} nodes`, () => measureTree(sized, there))
    }
    await step(`the graph of ${LARGEST} nodes`, async () => {
      const plan = await sharePlan(origin, { ana, ben, size: LARGEST })
      await measureLargest((id, value) => add(`${id}.${LARGEST}`, value), {
        ...{ browser, origin, session: ana.session },
        ...plan,
      })
    })
  } finally {
    await browser.close()
    ana.connection.close()
    ben.connection.close()
  }
}

async function signUp(origin, label) {
  const email = `${label}-${Date.now()}@example.com`
  const stranger = openConnection({ origin })
  const { session } = await stranger.ask(calls.register(email))
  stranger.close()
  return { email, session, connection: openConnection({ origin, token: session.access_token }) }
}

/** A plan of Ana's that Ben can edit, and a node to look at. */
async function sharePlan(origin, { ana, ben, size }) {
  const token = ana.session.access_token
  const builders = Array.from({ length: BUILDERS }, () => openConnection({ origin, token }))
  const { planId, idOf } = await fillPlan(builders, `A plan of ${size} nodes`, size)
  for (const builder of builders) builder.close()
  await ana.connection.ask(calls.addCollaborator(planId, ben.email, 'editor'))
  return { planId, ...middleOfFamily(idOf) }
}

/** A branch with many children in the middle of the plan, where the canvas is full, and one of these children. */
function middleOfFamily(idOf) {
  const families = [...idOf.keys()].filter(({ children }) => children.length >= FAMILY_MIN)
  const branch = families[Math.floor(families.length / 2)]
  const node = branch.children[Math.floor(branch.children.length / 2)]
  return { branchId: idOf.get(branch), nodeId: idOf.get(node) }
}

/** Each time with an empty cache, like a first visit. */
async function measureOpening(sized, add, there) {
  for (let round = 0; round < WORKSPACE_ROUNDS; round++) {
    const { page, scripts, scriptsToOpen, openMs, close } = await openPlan(there.browser, there)
    sized('open', openMs)
    await settle(page)
    sized('longestTask', await longestTask(page))
    sized('elements', await countElements(page))
    sized('heap', await heapMB(page))
    add('workspaceScripts', await gzippedKB([...scriptsToOpen].filter((url) => !there.firstScripts.has(url))))
    await page.waitForLoadState('networkidle')
    add('idleScripts', await gzippedKB([...scripts].filter((url) => !scriptsToOpen.has(url))))
    await close()
  }
}

async function measureLargest(sized, there) {
  for (let round = 0; round < WORKSPACE_ROUNDS; round++) {
    const { page, openMs, close } = await openPlan(there.browser, { ...there, layout: 'graph', shown: OVERVIEW })
    sized('open', openMs)
    await settle(page)
    sized('heap', await heapMB(page))
    await close()
  }
  const { page, close } = await openPlan(there.browser, { ...there, layout: 'graph', shown: OVERVIEW })
  await measurePans(sized, page, there.nodeId)
  sized('heapExpanded', await heapMB(page))
  await measureLevels(sized, page)
  await close()
}

async function measurePans(sized, page, nodeId) {
  await expandAround(page, nodeId)
  for (const zoom of PAN_ZOOMS) {
    await zoomTo(page, zoom)
    for (let round = 0; round < WORKSPACE_ROUNDS; round++) sized(`pan${zoom}`, await panFrames(page))
  }
  await zoomTo(page, 1)
}

async function measureGraph(sized, there, other) {
  const { page, close } = await openPlan(there.browser, { ...there, layout: 'graph' })
  await measurePans(sized, page, there.nodeId)
  sized('elementsAtOne', await countElements(page))
  sized('heapExpanded', await heapMB(page))
  await measureLevels(sized, page)
  await expandAround(page, there.nodeId)
  await zoomTo(page, 1)
  await measureFocus(sized, page, there.branchId)
  await expandAround(page, there.nodeId)
  await zoomTo(page, 1)
  await measurePath(sized, page)
  await measureSelection(sized, page)
  await measureStatus(sized, page)
  await measureLiveChanges(sized, page, { planId: there.planId, other })
  await measureBursts(sized, page, there, other)
  for (let round = 0; round < WORKSPACE_ROUNDS; round++) sized('drag', await dragFrames(page))
  await close()
}

/** From the press to the painted level, back and forth between the first level and all. */
async function measureLevels(sized, page) {
  for (let round = 0; round < WORKSPACE_ROUNDS; round++)
    for (const name of ['Show 1 level', 'Show all levels']) {
      const watched = { type: 'click', within: 'body', until: `button[aria-label="${name}"][aria-pressed="true"]` }
      const { painted } = await timed(page, watched, () => page.getByRole('button', { name }).click())
      sized('level', painted)
      await settle(page)
    }
}

/** Z on a card shows its branch; then back to the whole plan. */
async function measureFocus(sized, page, branchId) {
  for (let round = 0; round < WORKSPACE_ROUNDS; round++) {
    await expandAround(page, branchId)
    await page.locator(`[data-card="${branchId}"]`).focus()
    const watched = { type: 'keydown', within: 'body', until: 'nav[aria-label="Focused branch"]' }
    const { painted } = await timed(page, watched, () => page.keyboard.press('z'))
    sized('focus', painted)
    await settle(page)
    await page.goBack()
    await settle(page)
  }
}

async function measurePath(sized, page) {
  const linked = page.locator('article[aria-label*="blocked by"], article[aria-label*="waiting"]').first()
  for (let click = 0; click < CLICKS; click++) {
    await linked.focus()
    const watched = { type: 'keydown', within: 'body', until: '[data-path]' }
    const { worked } = await timed(page, watched, () => page.keyboard.press('p'))
    sized('path', worked)
    await page.keyboard.press('Escape')
    await settle(page)
  }
}

async function measureSelection(sized, page) {
  for (let click = 0; click < CLICKS; click++) {
    const { id, x, y } = await cardInSight(page, click)
    const watched = { type: 'click', within: '.graph-layer', until: `[data-id="${id}"].selected` }
    const { painted } = await timed(page, watched, () => page.mouse.click(x, y))
    sized('select', painted)
    await settle(page)
  }
  await page.keyboard.press('Escape')
  await settle(page)
}

/** Through the menu of a card: measures the click on the new status. */
async function measureStatus(sized, page) {
  for (let click = 0; click < CLICKS; click++) {
    const { id, x, y } = await cardInSight(page, click)
    await page.mouse.click(x, y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Status' }).click()
    const choice = page.getByRole('menuitemradio', { checked: false }).first()
    const status = await choice.innerText()
    const { painted } = await timed(
      page,
      { type: 'click', within: '.graph-layer', until: `[data-id="${id}"] article[aria-label*=", ${status}"]` },
      () => choice.click(),
    )
    sized('status', painted)
    await settle(page)
  }
}

async function measureLiveChanges(sized, page, { planId, other }) {
  const times = []
  for (let change = 0; change < LIVE_CHANGES; change++) {
    const { id } = await cardInSight(page, change)
    const label = await page.locator(`.graph-card[data-id="${id}"] article`).getAttribute('aria-label')
    const [status, word] = label?.includes(', Blocked') ? ['in_progress', 'In progress'] : ['blocked', 'Blocked']
    const watched = { within: '.graph-layer', until: `[data-id="${id}"] article[aria-label*=", ${word}"]` }
    const call = { method: 'PUT', path: `/api/plans/${planId}/nodes/${id}/status`, body: { status } }
    const { painted } = await timed(page, { ...watched, type: 'message' }, () => other.ask(call))
    times.push(painted)
    await settle(page)
  }
  sized('live', quantile(times, 0.95))
}

/** Many changes together: missed while offline, then live while people move between nodes. */
async function measureBursts(sized, page, { origin, session, planId }, other) {
  const ids = (await other.ask(calls.readPlan(planId))).slice(0, BURST_EVENTS).map(({ id }) => id)
  // Some already have this status; from now on each call changes all of them.
  await other.ask(calls.setStatuses(planId, ids))
  const crowd = await openCrowd({ origin, owner: session.access_token, planId, count: CROWD })
  for (let round = 0; round < WORKSPACE_ROUNDS; round++) {
    await page.context().setOffline(true)
    await changeAll(other, { planId, ids })
    await page.evaluate((count) => window.stopwatch.beginBurst(count), BURST_EVENTS)
    await page.context().setOffline(false)
    const { total, frame } = await page.evaluate(() => window.stopwatch.burst())
    sized('catchUp', total)
    sized('catchUpFrame', frame)
    await settle(page)
    await page.evaluate((count) => window.stopwatch.beginBurst(count), BURST_EVENTS)
    const stop = crowd.move(ids)
    await changeAll(other, { planId, ids })
    sized('crowdFrame', (await page.evaluate(() => window.stopwatch.burst())).frame)
    stop()
    await settle(page)
  }
  crowd.close()
}

/** Changes the status of nodes until there are as many events as in a burst. Small plans take several calls. */
async function changeAll(connection, { planId, ids }) {
  for (let left = BURST_EVENTS; left > 0; left -= ids.length)
    await connection.ask(calls.setStatuses(planId, ids.slice(0, left)))
}

/** Each round in a new page, with nothing expanded or warm. */
async function measureTree(sized, there) {
  for (let round = 0; round < WORKSPACE_ROUNDS; round++) {
    const { page, close } = await openPlan(there.browser, { ...there, layout: 'graph' })
    await settle(page)
    const rows = { within: 'body', until: '[role=treeitem]' }
    const mounted = await timed(page, { ...rows, type: 'keydown' }, () => page.keyboard.press('t'))
    sized('treeMount', mounted.worked)
    await settle(page)
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await settle(page)
    const deeper = { within: '[role=tree]', until: '[aria-level="3"]' }
    const expanded = await timed(page, { ...deeper, type: 'click' }, () =>
      page.getByRole('button', { name: 'Expand all' }).click(),
    )
    sized('treeExpand', expanded.worked)
    await settle(page)
    await page.getByRole('searchbox', { name: 'Search nodes' }).click()
    for (const letter of 'rev') {
      const found = { within: '[role=tree]' }
      const typed = await timed(page, { ...found, type: 'keydown' }, () => page.keyboard.press(letter))
      sized('treeKeystroke', typed.worked)
      await settle(page)
    }
    await close()
  }
}
