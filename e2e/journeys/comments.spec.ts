import type { Locator, Page } from '@playwright/test'
import { expect, type Person, test } from '../support/people.ts'

/** A plan of Ana's with one task, shared with Ben. */
async function shareTask(
  ana: Person,
  ben: Person,
  role: string,
): Promise<{ plan: string; node: string; path: string }> {
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const node = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title: 'Pack', node_type: 'task' })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role })
  return { plan: plan.id, node: node.id, path: `/plans/${plan.id}?node=${node.id}` }
}

const thread = (page: Page, text: string): Locator =>
  page.getByRole('list', { name: 'Comments' }).locator(':scope > li').filter({ hasText: text })

test('two people comment, mention, reply and react, and see each other’s changes', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { path } = await shareTask(ana, ben, 'editor')
  const [anas, bens] = [await ana.open(path), await ben.open(path)]
  await expect(bens.getByRole('list', { name: 'Viewing now' }).getByRole('img', { name: 'Ana Ruiz' })).toBeVisible()

  await anas.getByRole('tab', { name: /^Comments/ }).click()
  await anas.getByRole('textbox', { name: 'Comment' }).pressSequentially('Which rope, @ok')
  await expect(anas.getByRole('option', { name: /Ben Okafor/ })).toBeVisible()
  await anas.keyboard.press('Tab')
  await anas.keyboard.type('? The **dry** one')
  await anas.keyboard.press('Control+Enter')
  await expect(thread(anas, '@Ben Okafor').locator('strong', { hasText: 'dry' })).toBeVisible()

  await expect(bens.getByRole('tab', { name: /^Comments 1 1 unread$/ })).toBeVisible()
  await bens.getByRole('tab', { name: /^Comments/ }).click()
  await expect(bens.getByText('New', { exact: true })).toBeVisible()
  await expect(bens.getByRole('tab', { name: /^Comments 1$/ })).toBeVisible()
  const bensThread = thread(bens, '@Ben Okafor')
  await bensThread.getByRole('button', { name: 'Reply' }).click()
  await bens.keyboard.type('Sixty meters')
  await bens.keyboard.press('Control+Enter')
  const anasThread = thread(anas, '@Ben Okafor')
  await expect(anasThread.getByText('Sixty meters')).toBeVisible()
  await expect(anas.getByRole('tab', { name: /^Comments 2$/ })).toBeVisible()

  const reply = anasThread.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  await reply.getByRole('button', { name: 'Add reaction' }).click()
  await expect(anas.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
  await anas.keyboard.press('ArrowRight')
  await anas.keyboard.press('Enter')
  await expect(reply.getByRole('button', { name: 'Heart 1: you', pressed: true })).toBeVisible()
  const bensReply = bensThread.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  await bensReply.getByRole('button', { name: 'Heart 1: Ana Ruiz' }).click()
  await expect(reply.getByRole('button', { name: 'Heart 2: you and Ben Okafor' })).toBeVisible()

  await ben.call('PUT', '/users/profile', { name: 'Ben Adeyemi' })
  await anas.reload()
  await anas.getByRole('button', { name: 'Reply' }).first().click()
  await expect(thread(anas, '@Ben Adeyemi')).toBeVisible()
})

test('a comment that could not be sent stays until it is sent, also across a reload', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { path } = await shareTask(ana, ben, 'editor')
  const page = await ana.open(path)
  await page.getByRole('tab', { name: /^Comments/ }).click()
  await page.route('**/log', (route) =>
    route.fulfill({ status: 500, json: { error: 'Out of paper', code: 'internal' } }),
  )

  await page.getByRole('textbox', { name: 'Comment' }).fill('Two ropes')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Out of paper')).toBeVisible()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Half of a thought')
  await page.unroute('**/log')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('tab', { name: /^Comments/ }).click()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half of a thought')
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByText('Not sent')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: /^Comments 1$/ })).toBeVisible()
  await expect(thread(page, 'Two ropes')).toHaveCount(1)
})

test('a comment that was written offline is sent once the server is reached again', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { path } = await shareTask(ana, ben, 'editor')
  const page = await ana.open(path)
  await page.getByRole('tab', { name: /^Comments/ }).click()
  await page.context().setOffline(true)

  await page.getByRole('textbox', { name: 'Comment' }).fill('Two ropes')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Cairn sends it as soon as the server can be reached.')).toBeVisible()
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.context().setOffline(false)

  await expect(page.getByRole('tab', { name: /^Comments 1$/ })).toBeVisible()
  await page.getByRole('tab', { name: /^Comments/ }).click()
  await expect(thread(page, 'Two ropes')).toHaveCount(1)
  await expect(page.getByText('Not sent')).toHaveCount(0)
})

test('a link opens its comment in view, without moving the page or taking the focus', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { plan, node, path } = await shareTask(ana, ben, 'editor')
  const ids: string[] = []
  for (let i = 1; i <= 12; i++) {
    const body = { content: `Comment ${i}.`, log_type: 'comment' }
    ids.push((await ana.call<{ id: string }>('POST', `/plans/${plan}/nodes/${node}/log`, body)).id)
  }
  const page = await ana.open(path)
  await page.getByRole('tab', { name: /^Comments/ }).click()
  await expect(page.getByText('Comment 12.')).toBeInViewport()
  await thread(page, 'Comment 12.').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('A draft')

  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(`${path}#comment-${ids[1]}`)
  await page.reload()

  await expect(page.getByText('Comment 2.')).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('A draft')
  await expect(page.getByRole('textbox', { name: 'Reply' })).not.toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
})

test('a commenter can do all of it and nothing else', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { plan, node, path } = await shareTask(ana, ben, 'commenter')
  await ana.call('POST', `/plans/${plan}/nodes/${node}/log`, { content: 'Which rope?', log_type: 'comment' })
  await ana.call('POST', `/plans/${plan}/nodes/${node}/log`, { content: 'Asked the shop' })
  const page = await ben.open(path)
  await page.getByRole('tab', { name: /^Comments/ }).click()

  const anas = thread(page, 'Which rope?')
  await anas.getByRole('button', { name: 'Comment actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Copy link'])
  await page.keyboard.press('Escape')
  await anas.getByRole('button', { name: 'Add reaction' }).click()
  await page.getByRole('button', { name: 'Eyes' }).click()
  await expect(anas.getByRole('button', { name: 'Eyes 1: you' })).toBeVisible()
  await anas.getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('The long one')
  await page.keyboard.press('Control+Enter')
  const reply = anas.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  await reply.getByRole('button', { name: 'Comment actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.keyboard.type(' @an')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(reply.getByText('The long one @Ana Ruiz')).toBeVisible()
  await expect(reply.getByText('edited')).toBeVisible()
  await reply.getByRole('button', { name: 'Comment actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('The long one')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('The long one')).toBeVisible()

  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: /^Logs/ }).click()
  const step = page.getByRole('listitem').filter({ hasText: 'Asked the shop' })
  await expect(step.getByRole('button', { name: 'Entry actions' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Entry type' })).toHaveCount(0)
  await step.getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('What did they say?')
  await page.keyboard.press('Control+Enter')
  await expect(thread(page, 'Asked the shop').getByText('What did they say?')).toBeVisible()
})

test('a reply to a comment that is deleted meanwhile can be copied', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { plan, node, path } = await shareTask(ana, ben, 'editor')
  const log = `/plans/${plan}/nodes/${node}/log`
  const comment = await ben.call<{ id: string }>('POST', log, { content: 'Which rope?', log_type: 'comment' })
  const page = await ana.open(path)
  await page.getByRole('tab', { name: /^Comments/ }).click()
  await thread(page, 'Which rope?').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('The dry one, sixty meters')

  await ben.call('DELETE', `/plans/${plan}/nodes/${node}/logs/${comment.id}`)
  await expect(page.getByText('What you were writing about was deleted')).toBeVisible()
  await expect(page.getByText('Your text: “The dry one, sixty meters”')).toBeVisible()
  await expect(page.locator('section:focus-within').first()).toBeVisible()
})
