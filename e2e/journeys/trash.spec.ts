import { seriousFindings } from '../support/axe.ts'
import { expect, test } from '../support/people.ts'

test('deleted files, log entries and nodes are restored, or deleted permanently', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'editor' })
  const add = (title: string) =>
    ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task' })
  const [route, tents] = [await add('Route'), await add('Tents')]
  const at = `/plans/${plan.id}/nodes/${route.id}`
  const log = await ana.call<{ id: string }>('POST', `${at}/log`, { content: 'Which way?', log_type: 'comment' })
  const link = { name: 'Map', content_type: 'text/html', url: 'https://example.com/map' }
  const map = await ana.call<{ id: string }>('POST', `${at}/artifacts`, link)

  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  const trash = page.getByRole('dialog', { name: 'Trash' })
  await expect(trash.getByText('No deleted nodes')).toBeVisible()
  await ben.call('DELETE', `/plans/${plan.id}/nodes/${tents.id}`)
  await expect(trash.getByText(/deleted .* by Ben Okafor/)).toBeVisible()
  await trash.getByRole('radio', { name: 'Files and logs' }).click()
  await ana.call('DELETE', `${at}/logs/${log.id}`)
  await ben.call('DELETE', `${at}/artifacts/${map.id}`)
  await expect(trash.getByRole('listitem')).toHaveText([/Map.*by Ben Okafor/, /Which way\?/])
  expect(await seriousFindings(page)).toEqual([])

  await trash.getByRole('button', { name: 'Restore Which way?' }).click()
  await expect(page.getByText('“Which way?” restored')).toBeVisible()
  await trash.getByRole('button', { name: 'Delete Map permanently' }).click()
  await page
    .getByRole('dialog', { name: /^Delete “Map”/ })
    .getByRole('button', { name: 'Delete permanently' })
    .click()
  await expect(trash.getByText('No deleted files or log entries')).toBeVisible()
  await trash.getByRole('button', { name: 'Empty trash' }).click()
  await page
    .getByRole('dialog', { name: 'Empty the trash?' })
    .getByRole('button', { name: 'Delete permanently' })
    .click()
  await trash.getByRole('radio', { name: 'Nodes' }).click()
  await expect(trash.getByText('No deleted nodes')).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'View all activity' }).click()
  const activity = page.getByRole('list', { name: 'Activity' })
  await expect(activity.getByText('Ana Ruiz permanently deleted 1 node from the trash')).toBeVisible()

  const bens = await ben.open(`/plans/${plan.id}`)
  await bens.getByRole('button', { name: 'More' }).click()
  await bens.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(bens.getByRole('dialog').getByText('No deleted nodes')).toBeVisible()
  await expect(bens.getByRole('button', { name: 'Empty trash' })).toHaveCount(0)
})
