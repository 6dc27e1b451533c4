import { logsApi } from '@cairn/contract/api/logs'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ME, makeLog } from '../../test/make.ts'
import { open, tab } from '../../test/nodePanel.ts'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

describe('logs', () => {
  it('are added with a type and tags by Ctrl+Enter', async () => {
    const { user, plan } = await open('Build')
    await user.click(tab(/^Logs/))

    await user.click(screen.getByRole('combobox', { name: 'Entry type' }))
    await user.click(await screen.findByRole('option', { name: 'Decision' }))
    await user.type(screen.getByRole('textbox', { name: /^Tags/ }), 'alpha, , beta ,alpha')
    await user.type(screen.getByRole('textbox', { name: 'Log entry' }), ' We go on. ')
    await user.keyboard('{Control>}{Enter}{/Control}')

    const list = await screen.findByRole('list', { name: 'Logs' })
    expect(within(list).getByText('We go on.')).toBeTruthy()
    expect(plan.api.sentTo(logsApi.add)[0]?.body).toEqual({
      content: 'We go on.',
      log_type: 'decision',
      tags: ['alpha', 'beta'],
    })
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Log entry' }).value).toBe('')
    expect(tab(/^Logs/).textContent).toBe('Logs1')
  })

  it('keep what is typed to be copied when the role no longer allows to add it', async () => {
    const { user, plan } = await open('Build')
    await user.click(tab(/^Logs/))
    await user.type(screen.getByRole('textbox', { name: 'Log entry' }), 'Half an entry')

    plan.plan.role = 'viewer'
    const before = { user_id: ME, role: 'editor' } as const
    act(() => plan.happen('collaborator.changed', null, { before, after: { ...before, role: 'viewer' } }))

    const kept = within(await screen.findByRole('region', { name: 'Your unsaved text' }))
    expect(kept.getByText('Half an entry')).toBeTruthy()
    expect(kept.getByRole('button', { name: 'Copy text' })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Log entry' })).toBeNull()
  })

  it('are listed a page at a time, and counted on all pages', async () => {
    const { user, plan } = await open('Build')
    const nodeId = plan.node('Build').id
    const [newer, older] = [
      makeLog({ content: 'Newer', node_id: nodeId }),
      makeLog({ content: 'Older', node_id: nodeId }),
    ]
    plan.api.on(logsApi.list, ({ query }) => ({
      reply: [query.cursor === undefined ? newer : older],
      headers: {
        'x-total-count': '2',
        ...(query.cursor === undefined && { link: '</api/logs?cursor=next>; rel="next"' }),
      },
    }))
    await user.click(tab(/^Logs/))
    await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
    plan.happen('log.added', nodeId, { before: null, after: newer })

    await screen.findByText('Newer')
    expect(tab(/^Logs/).textContent).toBe('Logs2')
    await user.click(screen.getByRole('button', { name: 'Show earlier logs' }))
    await screen.findByText('Older')
    expect(screen.queryByRole('button', { name: 'Show earlier logs' })).toBeNull()
  })

  it('are not sent blank, and stay in the field when the server rejects them', async () => {
    const { user, plan } = await open('Build')
    plan.api.on(logsApi.add, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add entry' })
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Log entry' })

    await user.type(field, '   ')
    expect(button().disabled).toBe(true)
    await user.type(field, 'Text')
    await user.click(button())

    await screen.findByText('Something went wrong.')
    expect(field.value).toContain('Text')
  })
})
