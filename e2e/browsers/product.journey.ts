// One journey through each part of the product, in a browser that Playwright's journeys do not use.
import { writeFile } from 'node:fs/promises'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { type Account, register, remembered } from '../support/people.ts'
import { makeSamplePlan } from '../support/sample.ts'
import { type Product, startProduct } from '../support/server.ts'
import type { Browser } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { Screen } from './screen.ts'
import { startWebKit } from './webkit.ts'

interface Started {
  product: Product
  driven: Browser
  people: Record<'owner' | 'editor' | 'commenter' | 'viewer', Account>
}

interface Fixtures {
  planId: string
  /** A window of its own, 1440 by 900. */
  openWindow: () => Promise<Screen>
}

const test = base.extend<Fixtures, Started>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],

  driven: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const driven = process.env.E2E_BROWSER === 'webkit' ? await startWebKit() : await startFirefox()
      await use(driven)
      await driven.close()
    },
    { scope: 'worker' },
  ],

  people: [
    async ({ product }, use) => {
      await use({
        owner: await register(product, 'Ana Ruiz'),
        editor: await register(product, 'Dora Lindqvist'),
        commenter: await register(product, 'Ben Okafor'),
        viewer: await register(product, 'Cleo Brandt'),
      })
    },
    { scope: 'worker' },
  ],

  planId: async ({ people }, use) => use(await makeSamplePlan(people)),

  openWindow: async ({ driven, product }, use, info) => {
    const screens: Screen[] = []
    await use(async () => {
      const engine = await driven.open()
      await engine.resize(1440, 900)
      const screen = new Screen(engine, product.url)
      screens.push(screen)
      return screen
    })
    for (const [index, screen] of screens.entries()) {
      if (info.status !== info.expectedStatus) await keepPicture(screen, info, `window-${index + 1}`)
      await screen.close()
    }
    expect(
      screens.flatMap(({ errors }) => errors),
      'no page reports an error',
    ).toEqual([])
  },
})

async function keepPicture(screen: Screen, info: TestInfo, name: string): Promise<void> {
  const path = info.outputPath(`${name}.png`)
  await writeFile(path, await screen.screenshot())
  info.attachments.push({ name, path, contentType: 'image/png' })
}

const browserOf = ({ session }: Account, planId: string, layout: 'tree' | 'graph' | 'split', more = {}) =>
  Object.fromEntries(remembered(session, { [`layout_mode:${planId}`]: layout, ...more }))

test('signs in and out by keyboard', async ({ openWindow, people }) => {
  const screen = await openWindow()
  await screen.go('/plans')
  await screen.click('textbox', 'Email')
  await screen.type(people.owner.email)
  await screen.press('Tab')
  await screen.type(people.owner.password)
  await screen.press('Enter')
  await screen.see('heading', 'My Plans')
})

test('reads and changes a plan in the tree', async ({ openWindow, people, planId }) => {
  const screen = await openWindow()
  await screen.goAs(browserOf(people.owner, planId, 'tree'), `/plans/${planId}`)
  await screen.see('heading', 'Rebuild the hut on the ridge')
  await screen.click('treeitem', '^Clear the site')
  await screen.see('region', 'Clear the site')
  await screen.press('Escape')
  await screen.press('F2')
  await screen.press('Control', 'a')
  await screen.type('Clear the whole site')
  await screen.press('Enter')
  await screen.see('treeitem', '^Clear the whole site')
  await screen.press('Escape')
  await screen.fill('searchbox', 'Search nodes', 'larch')
  await screen.see('treeitem', '^Order the larch beams')
  await screen.seeNo('treeitem', '^Clear the whole site')
})

test('reads and changes a plan in the graph by mouse and keyboard', async ({ openWindow, people, planId }) => {
  const screen = await openWindow()
  await screen.goAs(browserOf(people.owner, planId, 'graph'), `/plans/${planId}`)
  await screen.click('article', '^Rebuild the hut')
  await screen.see('region', 'Rebuild the hut on the ridge')
  await screen.press('Escape')
  await screen.seeNo('region', 'Rebuild the hut on the ridge')
  await screen.press('F2')
  await screen.press('Control', 'a')
  await screen.type('The hut on the ridge')
  await screen.press('Enter')
  await screen.see('article', '^The hut on the ridge')

  const before = await screen.find('article', '^The hut on the ridge')
  await screen.drag({ x: 60, y: 600 }, { x: 110, y: 620 }, { x: 160, y: 640 })
  await screen.sees('the canvas 100 px further right', async () => {
    const { x } = await screen.find('article', '^The hut on the ridge')
    return Math.abs(x - before.x - 100) < 2
  })
})

test('writes in the panel: status, description and a log entry', async ({ openWindow, people, planId }) => {
  const screen = await openWindow()
  await screen.goAs(browserOf(people.owner, planId, 'tree'), `/plans/${planId}`)
  await screen.click('treeitem', '^Pour the concrete')
  await screen.click('combobox', 'Status')
  await screen.click('option', 'Blocked')
  await screen.see('treeitem', '^Pour the concrete, Blocked')
  await screen.click('tab', '^Logs')
  await screen.fill('textbox', 'Log entry', 'Frost tonight.')
  await screen.press('Control', 'Enter')
  await screen.read('Frost tonight.')
})

test('adds files by the button and by pasting', async ({ openWindow, people, planId }, info) => {
  const screen = await openWindow()
  await screen.goAs(browserOf(people.owner, planId, 'tree'), `/plans/${planId}`)
  await screen.click('treeitem', '^Clear the site')
  await screen.click('tab', '^Files')
  const path = info.outputPath('list.txt')
  await writeFile(path, 'Spades, picks, a barrow.')
  await screen.setFiles(path)
  await screen.read('list.txt')
  await screen.run(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }))
    // Firefox does not let scripts fill the clipboard of a ClipboardEvent.
    const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
    document.body.dispatchEvent(paste)
  })
  await screen.read('pasted.txt')
})

test('shares a plan', async ({ openWindow, people, planId }) => {
  const screen = await openWindow()
  await screen.goAs(browserOf(people.owner, planId, 'tree'), `/plans/${planId}`)
  await screen.click('button', 'Share')
  await screen.see('dialog', 'Share Plan')
  await screen.fill('textbox', 'Invite by email', 'eva.stern@example.com')
  await screen.press('Enter')
  await screen.read('eva.stern@example.com')
  await screen.press('Escape')
  await screen.seeNo('dialog', 'Share Plan')
})

test('finds a node in the palette', async ({ openWindow, people, planId }) => {
  const screen = await openWindow()
  await screen.goAs(browserOf(people.owner, planId, 'tree'), `/plans/${planId}`)
  await screen.see('treeitem', '^Foundations')
  await screen.press('Control', 'k')
  await screen.see('dialog', '^')
  await screen.type('shingle')
  await screen.see('option', '^Shingle the roof')
  await screen.press('Enter')
  await screen.see('region', 'Shingle the roof')
})

test('leaves a page while its code is loading, without an error', async ({ openWindow, people, planId }) => {
  const screen = await openWindow()
  await screen.goAs(browserOf(people.owner, planId, 'split'), '/theme.js')
  for (const afterMs of [20, 60, 120, 250])
    for (const path of [`/plans/${planId}`, '/settings', '/plans']) await screen.leave(path, afterMs)
  await screen.go('/plans')
  await screen.see('heading', 'My Plans')
})

test('keeps the dark theme once chosen', async ({ openWindow, people, planId }) => {
  const screen = await openWindow()
  await screen.goAs(browserOf(people.owner, planId, 'split', { darkMode: 'true' }), `/plans/${planId}`)
  await screen.see('treeitem', '^Foundations')
  await screen.sees('a dark page', async () => {
    const color = await screen.run(() => getComputedStyle(document.body).backgroundColor)
    return Number(color.match(/\d+/)?.[0] ?? 255) < 60
  })
})

test('enters and exits full screen', async ({ openWindow, people, planId }) => {
  const screen = await openWindow()
  await screen.goAs(browserOf(people.owner, planId, 'tree'), `/plans/${planId}`)
  const isFull = () => screen.run(() => document.fullscreenElement !== null)
  await screen.click('button', '^Full screen')
  await screen.sees('only the plan in full screen', isFull)
  await screen.click('button', '^Exit full screen')
  await screen.sees('the normal window', async () => !(await isFull()))
})

test('fits a phone', async ({ openWindow, people, planId }) => {
  const screen = await openWindow()
  await screen.resize(390, 844)
  for (const [path, heading] of [
    ['/plans', 'My Plans'],
    [`/plans/${planId}`, 'Rebuild the hut on the ridge'],
    ['/settings', 'Settings'],
  ] as const) {
    await screen.goAs(browserOf(people.owner, planId, 'tree'), path)
    await screen.see('heading', heading)
    expect(await screen.run(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
})

test('shows the changes of another person immediately', async ({ openWindow, people, planId }) => {
  const [anas, doras] = [await openWindow(), await openWindow()]
  await anas.goAs(browserOf(people.owner, planId, 'tree'), `/plans/${planId}`)
  await doras.goAs(browserOf(people.editor, planId, 'tree'), `/plans/${planId}`)
  await anas.see('img', 'Dora Lindqvist')
  await doras.click('treeitem', '^Clear the site')
  await doras.click('combobox', 'Status')
  await doras.click('option', 'Blocked')
  await anas.see('treeitem', '^Clear the site, Blocked')
})
