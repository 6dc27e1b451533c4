import type { PlanRole } from '@cairn/contract/rules/permissions'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { card, inSizedWindow, open } from '../../test/graph.tsx'

inSizedWindow()

describe('by touch', () => {
  const finger = { pointerType: 'touch', isPrimary: true, button: 0, clientX: 40, clientY: 30 }
  const menu = () => screen.queryByRole('menu')
  const openGraph = async (role: PlanRole = 'owner') => {
    await open({ role })
    vi.useFakeTimers()
    return { press: card('Walk'), wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
  }

  it.each<PlanRole>(['owner', 'viewer'])(
    'a long press opens the menu of a card and not the card for an %s',
    async (role) => {
      const { press, wait } = await openGraph(role)

      fireEvent.pointerDown(press, finger)
      await wait(499)
      expect(menu()).toBe(null)
      await wait(1)
      fireEvent.pointerUp(press, finger)
      fireEvent.click(press)
      vi.useRealTimers()

      expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeTruthy()
      expect(screen.getByText('Open:')).toBeTruthy()
    },
  )

  it('a finger that moves, lifts early or gets a second one opens no menu', async () => {
    const { press, wait } = await openGraph()

    fireEvent.pointerDown(press, finger)
    fireEvent.pointerMove(press, { ...finger, clientX: 51 })
    await wait(600)
    fireEvent.pointerUp(press, finger)
    fireEvent.pointerDown(press, finger)
    await wait(400)
    fireEvent.pointerUp(press, finger)
    await wait(600)
    fireEvent.pointerDown(press, finger)
    fireEvent.pointerDown(press, { ...finger, isPrimary: false })
    await wait(600)
    vi.useRealTimers()

    expect(menu()).toBe(null)
  })

  it('a small movement is part of a long press, and the next tap opens the card', async () => {
    const { press, wait } = await openGraph()

    fireEvent.pointerDown(press, finger)
    fireEvent.pointerMove(press, { ...finger, clientX: 46 })
    await wait(500)
    fireEvent.pointerUp(press, finger)
    vi.useRealTimers()
    fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Open' }), { key: 'Escape' })
    await waitFor(() => expect(menu()).toBe(null))
    fireEvent.pointerDown(press, finger)
    fireEvent.pointerUp(press, finger)
    fireEvent.click(press)

    expect(await screen.findByText('Open: Walk')).toBeTruthy()
  })
})
