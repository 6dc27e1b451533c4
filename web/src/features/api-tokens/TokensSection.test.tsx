import { tokensApi } from '@cairn/contract/api/tokens'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fullDateTime, shortDateTime } from '../../lib/relativeTime.ts'
import { makeToken } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { BROKEN, fakeTimers, row, serve, withQuietConsole } from '../../test/tokens.ts'

withQuietConsole()

it('lists tokens with prefix, permissions, creation, last use and expiry', async () => {
  const used = new Date(Date.now() - 5 * 60_000).toISOString()
  serve(
    makeToken({ name: 'Script', permissions: ['read', 'write', 'admin'], last_used: used }),
    makeToken({ name: 'Fresh', expires_at: '2999-01-02T10:00:00.000Z' }),
    makeToken({ name: 'Stale', expires_at: '2026-03-02T10:00:00.000Z' }),
  )
  openApp('/settings')

  const script = within(await row('Script'))
  expect(script.getByText('cairn_Ab12Cd…')).toBeTruthy()
  expect(['read', 'write', 'admin'].map((scope) => script.getByText(scope).className.match(/bg-(\w+)/)?.[1])).toEqual([
    'done',
    'sequence',
    'blocked',
  ])
  expect(script.getByText('5m ago').title).toBe(fullDateTime(used))
  expect(script.getByText(shortDateTime('2026-03-01T10:00:00.000Z'))).toBeTruthy()

  const fresh = within(await row('Fresh'))
  expect(fresh.getAllByText('Never')).toHaveLength(1)
  expect(fresh.getByText(shortDateTime('2999-01-02T10:00:00.000Z'))).toBeTruthy()

  expect(within(await row('Stale')).getByText('Expired')).toBeTruthy()
})

it('shows an empty state with a button', async () => {
  serve()
  const { user } = openApp('/settings')

  await screen.findByText('No API tokens yet')
  await user.click(screen.getByRole('button', { name: 'Create your first token' }))

  await screen.findByRole('dialog', { name: 'Create New Token' })
})

it('shows a failed load of the list, and retries', async () => {
  let broken = true
  serve().on(tokensApi.list, () =>
    broken ? { status: 403, error: 'Not now', code: 'forbidden' } : { reply: [makeToken()] },
  )
  const { user } = openApp('/settings')

  const failure = (await screen.findByText('Failed to fetch API tokens')).closest('[role=alert]') as HTMLElement
  expect(failure.textContent).toContain('Not now')
  broken = false
  await user.click(within(failure).getByRole('button', { name: 'Try again' }))

  await row('My assistant')
  expect(screen.queryByText('Failed to fetch API tokens')).toBeNull()
})

it('refetches on Refresh List, and keeps the list when that fails', async () => {
  const api = serve(makeToken())
  const { user } = openApp('/settings')
  await row('My assistant')

  api.on(tokensApi.list, () => ({ reply: [makeToken(), makeToken({ name: 'From elsewhere' })] }))
  await user.click(screen.getByRole('button', { name: 'Refresh List' }))
  await row('From elsewhere')

  api.on(tokensApi.list, () => ({ status: 403, error: 'Not now', code: 'forbidden' }))
  await user.click(screen.getByRole('button', { name: 'Refresh List' }))
  await screen.findByText('Failed to fetch API tokens')
  await row('From elsewhere')
})

it('refetches every 30 seconds while the page is visible', async () => {
  fakeTimers()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  const api = serve(makeToken())
  openApp('/settings')
  await row('My assistant')
  const asked = () => api.sentTo(tokensApi.list).length
  expect(asked()).toBe(1)

  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(asked()).toBe(2)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(asked()).toBe(3)

  visibility.mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await act(() => vi.advanceTimersByTimeAsync(90_000))
  expect(asked()).toBe(3)
})

it('logs the reply of the server to the console on Debug', async () => {
  const token = makeToken()
  const api = serve(token)
  const { user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name: 'Debug' }))
  await screen.findByText('Debug tokens API called, check console logs')
  expect(console.info).toHaveBeenCalledWith('GET /debug/tokens', [token])

  api.on(tokensApi.debug, () => BROKEN)
  await user.click(screen.getByRole('button', { name: 'Debug' }))
  await screen.findByText('Debug API call failed')
})

it('hides a toast after 5 seconds', async () => {
  serve(makeToken())
  fakeTimers()
  openApp('/settings')
  const button = await screen.findByRole('button', { name: 'Debug' })

  fireEvent.click(button)
  await screen.findByText('Debug tokens API called, check console logs')
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  expect(screen.queryByText('Debug tokens API called, check console logs')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_500))

  expect(screen.queryByText('Debug tokens API called, check console logs')).toBeNull()
})

it('revokes a token after a confirmation', async () => {
  const token = makeToken({ name: 'Old script' })
  const api = serve(token, makeToken({ name: 'Other' }))
  const { user } = openApp('/settings')

  await user.click(within(await row('Old script')).getByRole('button', { name: 'Revoke Old script' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke “Old script”?' }))
  expect(api.sentTo(tokensApi.revoke)).toHaveLength(0)
  const release = api.hold(tokensApi.revoke)
  await user.click(dialog.getByRole('button', { name: 'Revoke token' }))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Revoke “Old script”?' })).toBeTruthy()
  release()

  await screen.findByText('Token revoked successfully')
  expect(api.sentTo(tokensApi.revoke)[0]?.params).toEqual({ tokenId: token.id })
  expect(screen.queryByText('Old script')).toBeNull()
  await row('Other')
})

it('revokes nothing on Cancel', async () => {
  const api = serve(makeToken())
  const { user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name: 'Revoke My assistant' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sentTo(tokensApi.revoke)).toHaveLength(0)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Revoke'))
})

it('shows when a token cannot be revoked', async () => {
  serve(makeToken()).on(tokensApi.revoke, () => BROKEN)
  const { user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name: 'Revoke My assistant' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke token' }))

  await screen.findByText('Failed to revoke token: Something went wrong.')
  expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull()
})
