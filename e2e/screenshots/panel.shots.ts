import type { Page } from '@playwright/test'
import { expect } from '../support/people.ts'
import { nodeId, type State, shootStates } from '../support/states.ts'

const FULL = { node: 'Pour the concrete' }
const BARE = { node: 'Water from the spring' }
/** A PDF of one page with one line. */
const PDF = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj
4 0 obj <</Length 58>> stream
BT /F1 18 Tf 30 240 Td (Six foundations, signed.) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
`
const MIME: Record<string, string> = {
  text: 'text/plain',
  csv: 'text/csv',
  markdown: 'text/markdown',
  pdf: 'application/pdf',
}
const ARTIFACTS = '**/artifacts'

const openTab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const choose = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true }).click()

async function upload(page: Page, bytes: number): Promise<void> {
  await openTab(page, /^Files/)
  const buffer = Buffer.alloc(bytes)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'flight-over-the-ridge.mp4', mimeType: 'video/mp4', buffer })
}

/** A very slow upload speed. */
async function slowUplink(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const everything = { offline: false, latency: 0, downloadThroughput: -1 }
  await browser.send('Network.emulateNetworkConditions', { ...everything, uploadThroughput: 1_000_000 })
}

async function editInstructions(page: Page): Promise<void> {
  await openTab(page, /^Agent/)
  await press(page, 'Edit agent instructions')
}

async function openAgentView(page: Page): Promise<void> {
  await openTab(page, /^Agent/)
  await press(page, 'What an agent sees')
  await expect(page.getByRole('region', { name: 'Context pack' })).toBeVisible()
}

async function fileAction(page: Page, item?: string): Promise<void> {
  await openTab(page, /^Files/)
  await press(page, 'Actions for site-from-above.png')
  if (item) await page.getByRole('menuitem', { name: item }).click()
}

const TABS: State[] = [
  { ...FULL, name: 'node' },
  { ...BARE, name: 'node-bare' },
  {
    ...BARE,
    name: 'node-no-activity',
    prepare: (page) =>
      page.route('**/activity/**', (route) =>
        route.fulfill({ json: { data: [], total: 0, page: 1, limit: 20, total_pages: 0 } }),
      ),
    show: ({ page }) => openTab(page, /^Activity/),
  },
  { ...FULL, name: 'node-comments', show: ({ page }) => openTab(page, /^Comments/) },
  { ...BARE, name: 'node-no-comments', show: ({ page }) => openTab(page, /^Comments/) },
  { ...FULL, name: 'node-viewer-comments', as: 'viewer', show: ({ page }) => openTab(page, /^Comments/) },
  { ...FULL, name: 'node-commenter-comments', as: 'commenter', show: ({ page }) => openTab(page, /^Comments/) },
  { ...FULL, name: 'node-logs', show: ({ page }) => openTab(page, /^Logs/) },
  { ...BARE, name: 'node-no-logs', show: ({ page }) => openTab(page, /^Logs/) },
  { ...FULL, name: 'node-files', show: ({ page }) => openTab(page, /^Files/) },
  { ...BARE, name: 'node-no-files', show: ({ page }) => openTab(page, /^Files/) },
  { ...FULL, name: 'node-agent', show: ({ page }) => openTab(page, /^Agent/) },
  { ...BARE, name: 'node-no-agent', show: ({ page }) => openTab(page, /^Agent/) },
  { ...FULL, name: 'node-viewer-logs', as: 'viewer', show: ({ page }) => openTab(page, /^Logs/) },
  { ...FULL, name: 'node-viewer-files', as: 'viewer', show: ({ page }) => openTab(page, /^Files/) },
  { ...FULL, name: 'node-viewer-agent', as: 'viewer', show: ({ page }) => openTab(page, /^Agent/) },
  { ...BARE, name: 'node-viewer-bare', as: 'viewer', show: ({ page }) => openTab(page, /^Agent/) },
  { ...FULL, name: 'node-commenter-logs', as: 'commenter', show: ({ page }) => openTab(page, /^Logs/) },
]

const HEADER: State[] = [
  {
    ...FULL,
    name: 'node-title',
    show: ({ page }) => page.getByRole('heading', { name: 'Pour the concrete' }).getByRole('button').click(),
  },
  { ...FULL, name: 'node-status', show: ({ page }) => choose(page, 'Status') },
  { ...FULL, name: 'node-type', show: ({ page }) => choose(page, 'Type') },
  { ...FULL, name: 'node-assignee', show: ({ page }) => press(page, /^Assigned to/) },
  { ...FULL, name: 'node-due', show: ({ page }) => press(page, /^Due date/) },
  { ...FULL, name: 'node-menu', show: ({ page }) => press(page, 'Node actions') },
]

const DETAILS: State[] = [
  { ...FULL, name: 'node-description', show: ({ page }) => press(page, 'Edit description') },
  {
    ...FULL,
    name: 'node-conflict',
    plan: 'sample',
    show: async ({ page, sample, planId }) => {
      await press(page, 'Edit description')
      await page.getByRole('textbox', { name: 'Description' }).fill('Eight foundations, poured on two days.')
      const path = `/plans/${planId}/nodes/${await nodeId(sample, planId, 'Pour the concrete')}`
      await sample.editor.call('PUT', path, { description: 'Seven foundations.' })
      await press(page, 'Save')
      await page.getByText('changed the same lines while you were editing').waitFor()
    },
  },
  {
    ...FULL,
    name: 'node-criterion-edit',
    show: async ({ page }) => {
      const criterion = page.getByRole('listitem').filter({ hasText: 'rested for seven days' })
      await criterion.hover()
      await criterion.getByRole('button', { name: /^Edit/ }).click()
    },
  },
  {
    ...FULL,
    name: 'node-criterion-add',
    show: async ({ page }) => {
      await press(page, 'Add criterion')
      await page.getByRole('textbox', { name: 'New criterion' }).fill('The mixer is back in the valley')
    },
  },
  {
    ...FULL,
    name: 'node-dependencies',
    show: async ({ page }) => {
      await page.getByRole('region', { name: 'Dependencies' }).getByRole('listitem').last().scrollIntoViewIfNeeded()
      await press(page, 'Edit link to Anchor the frame')
    },
  },
]

const WRITING: State[] = [
  {
    ...FULL,
    name: 'composer',
    show: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Log entry' }).fill('Four of six are poured.\nThe pump froze twice.')
      await page.getByRole('textbox', { name: /^Tags/ }).fill(`concrete, ${'very '.repeat(12)}long`)
    },
  },
  {
    ...FULL,
    name: 'composer-types',
    show: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Log entry' }).fill('Four of six are poured.')
      await choose(page, 'Entry type')
    },
  },
  {
    ...FULL,
    name: 'composer-failed',
    prepare: (page) => page.route('**/log', (route) => route.abort()),
    show: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Log entry' }).fill('Four of six are poured.')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').waitFor()
    },
  },
  { ...FULL, name: 'agent-view', show: ({ page }) => openAgentView(page) },
  { ...BARE, name: 'agent-view-viewer', as: 'viewer', show: ({ page }) => openAgentView(page) },
  { ...FULL, name: 'agent-edit', show: ({ page }) => editInstructions(page) },
  {
    ...FULL,
    name: 'agent-preview',
    show: async ({ page }) => {
      await editInstructions(page)
      await page.getByRole('radio', { name: 'Preview' }).click()
    },
  },
  {
    ...FULL,
    name: 'agent-failed',
    prepare: (page) =>
      page.route('**/nodes/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue())),
    show: async ({ page }) => {
      await editInstructions(page)
      await page.getByRole('textbox', { name: 'Agent instructions' }).fill('Ask before you move a date.')
      await press(page, 'Save')
      await page.getByText('Failed to save agent instructions. Please try again.').waitFor()
    },
  },
]

const FILES: State[] = [
  { ...FULL, name: 'file-menu', show: ({ page }) => fileAction(page) },
  { ...FULL, name: 'file-rename', show: ({ page }) => fileAction(page, 'Rename…') },
  { ...FULL, name: 'file-delete', show: ({ page }) => fileAction(page, 'Delete…') },
  {
    ...FULL,
    name: 'file-preview',
    show: async ({ page }) => {
      await openTab(page, /^Files/)
      await press(page, 'Preview site-from-above.png')
    },
  },
  {
    ...FULL,
    name: 'file-drop',
    where: 'wide',
    show: async ({ page }) => {
      await openTab(page, /^Files/)
      const dataTransfer = await page.evaluateHandle(() => {
        const data = new DataTransfer()
        data.items.add(new File(['Six foundations'], 'list.txt'))
        return data
      })
      await page.getByRole('region', { name: 'Files' }).dispatchEvent('dragenter', { dataTransfer })
      await page.getByText('Drop to upload').waitFor()
    },
  },
  {
    ...FULL,
    name: 'file-uploading',
    loading: true,
    plan: 'sample',
    show: async ({ page }) => {
      await slowUplink(page)
      await upload(page, 8_000_000)
      const progress = page.getByRole('progressbar', { name: /^Uploading/ })
      await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(20)
    },
  },
  {
    ...FULL,
    name: 'file-failed',
    prepare: (page) =>
      page.route(ARTIFACTS, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue())),
    show: async ({ page }) => {
      await upload(page, 1_000)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
]

const PREVIEWS: State[] = [
  preview('text', 'notes.txt', 'Six foundations, signed.\nThe mixer comes with the second flight.'),
  preview('csv', 'costs.csv', 'what,costs,who\n"Ropes, two",120,Ana\nConcrete,"2,400",Dora\nStraw,0,Ben\n'),
  preview(
    'markdown',
    'plan.md',
    '# Flights\n\n1. **Gravel** and water\n2. The mixer\n\n| Flight | kg |\n| --- | --- |\n| 1 | 800 |\n',
  ),
  preview('pdf', 'statics.pdf', PDF),
]

function preview(kind: string, name: string, text: string): State {
  return {
    ...BARE,
    name: `file-preview-${kind}`,
    plan: 'sample',
    show: async ({ page }) => {
      await openTab(page, /^Files/)
      const buffer = Buffer.from(text)
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: MIME[kind] ?? '', buffer })
      await press(page, `Preview ${name}`)
      await page.getByRole('dialog', { name }).waitFor()
    },
  }
}

const LOGS: State[] = [
  {
    ...FULL,
    name: 'log-menu',
    show: async ({ page }) => {
      await openTab(page, /^Logs/)
      await page.getByRole('button', { name: 'Entry actions' }).first().click()
    },
  },
  {
    ...FULL,
    name: 'log-edit',
    show: async ({ page }) => {
      await openTab(page, /^Logs/)
      await page.getByRole('button', { name: 'Entry actions' }).last().click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    },
  },
]

const EXCEPTIONS: State[] = [
  {
    name: 'node-not-found',
    show: async ({ page, planId }) => {
      await page.goto(`/plans/${planId}?node=${planId}`)
      await page.getByText('Node not found').waitFor()
    },
  },
  {
    ...FULL,
    name: 'node-loading',
    loading: true,
    prepare: async (page) => {
      for (const path of ['**/nodes/*', '**/logs', '**/activity**']) await page.route(path, () => undefined)
    },
    show: ({ page }) => page.getByRole('region', { name: 'Pour the concrete' }).waitFor(),
  },
  {
    ...FULL,
    name: 'node-failed',
    prepare: async (page) => {
      for (const path of ['**/nodes/*', '**/logs', '**/nodes/*/activity**'])
        await page.route(path, (route) => route.fulfill({ status: 403, json: { error: 'Not today' } }))
    },
    show: ({ page }) => page.getByText('Not today').first().waitFor(),
  },
]

shootStates([...TABS, ...HEADER, ...DETAILS, ...WRITING, ...FILES, ...PREVIEWS, ...LOGS, ...EXCEPTIONS])
