import type { Page } from '@playwright/test'
import { type State, shootStates } from '../support/states.ts'

async function share(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog', { name: 'Share Plan' }).getByText('Dora Lindqvist').waitFor()
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByLabel('Invite by email').fill(email)
  await page.keyboard.press('Enter')
}

async function help(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Plan Structure' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search or run a command' }).press('Control+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill(text)
}

const SHARE: State[] = [
  { name: 'share', show: ({ page }) => share(page) },
  {
    name: 'share-role',
    show: async ({ page }) => {
      await share(page)
      await page.getByRole('combobox', { name: 'Role of Dora Lindqvist' }).click()
    },
  },
  {
    name: 'share-alone',
    plan: async () => undefined,
    show: ({ page }) => page.getByRole('button', { name: 'Share' }).click(),
  },
  {
    name: 'share-refused',
    show: async ({ page, sample }) => {
      await invite(page, sample.editor.email)
      await page.getByText('This person already has access to the plan').waitFor()
    },
  },
  {
    name: 'share-invited',
    plan: async () => undefined,
    show: async ({ page }) => {
      await invite(page, 'the.mason@example.com')
      await page.getByText(/^Invited /).waitFor()
    },
  },
  { name: 'share-viewer', as: 'viewer', show: ({ page }) => share(page) },
  {
    name: 'share-leave',
    as: 'viewer',
    show: async ({ page }) => {
      await share(page)
      await page.getByRole('button', { name: 'Leave plan' }).click()
    },
  },
]

const PALETTE: State[] = [
  { name: 'palette', show: ({ page }) => search(page, '') },
  { name: 'palette-node', node: 'Pour the concrete', show: ({ page }) => search(page, '') },
  {
    name: 'palette-search',
    show: async ({ page }) => {
      await search(page, 'frame')
      await page.getByRole('option', { name: /^Raise the frame/ }).waitFor()
    },
  },
  {
    name: 'palette-nothing',
    show: async ({ page }) => {
      await search(page, 'helicopter')
      await page.getByText('No results').waitFor()
    },
  },
  {
    name: 'palette-rename',
    node: 'Pour the concrete',
    show: async ({ page }) => {
      await search(page, 'rename')
      await page.getByRole('option', { name: 'Rename…' }).click()
    },
  },
]

const TOUR: State[] = [1, 2, 3, 4, 5, 6].map((step) => ({
  name: `tour-${step}`,
  plan: async () => undefined,
  prepare: (page) => page.addInitScript(() => localStorage.removeItem('tour_skipped')),
  show: async ({ page }) => {
    await page.getByRole('dialog', { name: 'Welcome to your plan' }).waitFor()
    for (let done = 1; done < step; done++) await page.getByRole('button', { name: 'Next' }).click()
  },
}))

const HELP: State[] = [
  { name: 'shortcuts', show: ({ page }) => help(page) },
  { name: 'shortcuts-viewer', as: 'viewer', show: ({ page }) => help(page) },
  {
    name: 'tour-of-a-filled-plan',
    show: async ({ page }) => {
      await help(page)
      await page.getByRole('button', { name: 'Take the tour' }).click()
      await page.getByRole('button', { name: 'Next' }).click()
    },
  },
]

shootStates([...SHARE, ...PALETTE, ...TOUR, ...HELP])
