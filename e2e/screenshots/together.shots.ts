// Undo, comments, presence and the trash.
import type { Page } from '@playwright/test'
import { expect } from '../support/people.ts'
import type { Sample } from '../support/sample.ts'
import { nodeId, type State, shootStates } from '../support/states.ts'

const NODE = { plan: 'sample', node: 'Pour the concrete' } as const
const row = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z')

async function remove(page: Page, title: string): Promise<void> {
  await row(page, title).focus()
  await page.keyboard.press('Delete')
  await expect(row(page, title)).toHaveCount(0)
}

const UNDO: State[] = [
  {
    name: 'undo-done',
    plan: 'sample',
    layout: 'tree',
    show: async ({ page }) => {
      await remove(page, 'Anchor the frame')
      await undo(page)
      await page.getByText(/^Undone/).waitFor()
    },
  },
  {
    name: 'undo-blocked',
    plan: 'sample',
    layout: 'tree',
    show: async ({ page, planId, sample }) => {
      await remove(page, 'Anchor the frame')
      await undo(page)
      await expect(row(page, 'Anchor the frame')).toBeVisible()
      const id = await nodeId(sample, planId, 'Anchor the frame')
      await sample.editor.call('PUT', `/plans/${planId}/nodes/${id}/status`, { status: 'completed' })
      await page.keyboard.press('ControlOrMeta+Shift+z')
      await page.getByRole('dialog').waitFor()
    },
  },
]

const COMMENTS: State[] = [
  {
    ...NODE,
    name: 'comment-mention',
    show: async ({ page }) => {
      await page.getByRole('tab', { name: /^Comments/ }).click()
      await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('Who brings the sand, @')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    ...NODE,
    name: 'comment-reply',
    show: async ({ page }) => {
      await page.getByRole('tab', { name: /^Comments/ }).click()
      await page.getByRole('button', { name: 'Reply' }).first().click()
      await page.keyboard.type('On the second flight.')
    },
  },
  {
    ...NODE,
    name: 'comment-reaction',
    show: async ({ page }) => {
      await page.getByRole('tab', { name: /^Comments/ }).click()
      await page.getByRole('button', { name: 'Add reaction' }).first().click()
      await page.getByRole('button', { name: 'Heart' }).waitFor()
    },
  },
  {
    ...NODE,
    name: 'watch-menu',
    show: async ({ page }) => {
      await page.getByRole('button', { name: /^(Not watching|Watching|Muted)$/ }).click()
      await page.getByRole('menuitemradio').first().waitFor()
    },
  },
]

const PRESENCE: State[] = [
  {
    ...NODE,
    name: 'node-writing',
    show: async ({ page, join }) => {
      const editor = await join('editor')
      await editor.getByRole('button', { name: 'Edit description' }).click()
      await editor.keyboard.type('Eight. ')
      await page.getByText(/is writing…$/).waitFor()
    },
  },
  ...(['tree', 'graph'] as const).map(
    (layout): State => ({
      name: `change-by-agent-${layout}`,
      // On a phone the whole plan is too far away for cards.
      ...(layout === 'graph' && { where: 'wide' as const }),
      plan: 'sample',
      layout,
      show: async ({ page, planId, sample }) => {
        const { token } = await sample.editor.call<{ token: string }>('POST', '/auth/token', {
          name: 'Claude',
          permissions: ['write'],
        })
        if (layout === 'graph') await page.getByRole('button', { name: 'Show all levels' }).click()
        const id = await nodeId(sample, planId, 'Anchor the frame')
        await fetch(new URL(`/api/plans/${planId}/nodes/${id}/status`, page.url()), {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ status: 'completed' }),
        })
        await expect(page.locator('[data-changed-by^="Claude"]').first()).toBeAttached()
      },
    }),
  ),
]

/** An agent claims a task; returns its title. */
async function claim(page: Page, planId: string, sample: Sample, name: string): Promise<string> {
  const { token } = await sample.editor.call<{ token: string }>('POST', '/auth/token', { name, permissions: ['write'] })
  const reply = await fetch(new URL(`/api/plans/${planId}/claims`, page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { node } = (await reply.json()) as { node: { title: string } }
  const claimed = row(page, node.title)
  await expect(claimed.getByRole('img', { name: /holds this until/ })).toBeVisible()
  // The mark of the change itself covers the row for some seconds.
  await expect(claimed.getByText(`${name}, for`)).toBeHidden({ timeout: 15_000 })
  await claimed.scrollIntoViewIfNeeded()
  return node.title
}

const LONG_NAME = 'Claude Desktop on the office computer'

const CLAIMS: State[] = [
  ...(['tree', 'split'] as const).map(
    (layout): State => ({
      name: `claim-${layout}`,
      plan: 'sample',
      layout,
      show: async ({ page, planId, sample }) => {
        const title = await claim(page, planId, sample, 'Claude')
        if (layout === 'split') await row(page, title).click()
      },
    }),
  ),
  {
    name: 'claim-panel',
    plan: 'sample',
    layout: 'tree',
    show: async ({ page, planId, sample }) => {
      await row(page, await claim(page, planId, sample, LONG_NAME)).click()
      await page.getByRole('button', { name: 'Take over' }).waitFor()
    },
  },
  {
    name: 'claim-menu',
    plan: 'sample',
    layout: 'tree',
    show: async ({ page, planId, sample }) => {
      const title = await claim(page, planId, sample, LONG_NAME)
      await row(page, title)
        .getByRole('button', { name: `Actions for ${title}` })
        .click({ force: true })
      await page.getByRole('menuitem', { name: 'Take over' }).waitFor()
    },
  },
  {
    name: 'claim-taken-over',
    plan: 'sample',
    layout: 'tree',
    show: async ({ page, planId, sample }) => {
      await row(page, await claim(page, planId, sample, 'Claude')).click()
      await page.getByRole('button', { name: 'Take over' }).click()
      await page.getByText(/^You hold this until/).waitFor()
    },
  },
  {
    name: 'claim-hand-over',
    plan: 'sample',
    layout: 'tree',
    show: async ({ page, planId, sample }) => {
      await row(page, await claim(page, planId, sample, 'Claude')).click()
      await page.getByRole('button', { name: 'Hand over…' }).click()
      await page.getByRole('dialog').getByRole('combobox').waitFor()
    },
  },
  {
    name: 'filter-ready',
    plan: 'sample',
    layout: 'split',
    show: async ({ page, planId, sample }) => {
      await claim(page, planId, sample, 'Claude')
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('checkbox', { name: 'Ready' }).check()
      await page.getByText(/^\d+ match/).waitFor()
      await page.getByRole('checkbox', { name: 'Held by an agent' }).scrollIntoViewIfNeeded()
    },
  },
]

const TRASH: State[] = [
  {
    name: 'trash-entries',
    plan: 'sample',
    layout: 'tree',
    show: async ({ page, planId, sample }) => {
      const id = await nodeId(sample, planId, 'Pour the concrete')
      const at = `/plans/${planId}/nodes/${id}`
      const [file] = await sample.owner.call<{ id: string }[]>('GET', `${at}/artifacts`)
      const log = { content: 'Is the mixer still at the valley station?', log_type: 'comment' }
      const { id: logId } = await sample.owner.call<{ id: string }>('POST', `${at}/log`, log)
      await sample.owner.call('DELETE', `${at}/artifacts/${file?.id}`)
      await sample.owner.call('DELETE', `${at}/logs/${logId}`)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Trash' }).click()
      await page.getByRole('radio', { name: /^Files and logs/ }).click()
      await page
        .getByRole('button', { name: /^Restore/ })
        .first()
        .waitFor()
    },
  },
]

shootStates([...UNDO, ...COMMENTS, ...PRESENCE, ...CLAIMS, ...TRASH])
