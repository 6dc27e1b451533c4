import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LoadingPart } from '../ui/LoadingPart.tsx'
import { getOffline, reportReached, watchConnection } from './connection.ts'
import { lazyPart, preloadWhenIdle } from './lazyPart.ts'

it('keeps the page when the code of a part fails to load, and shows the part when online again', async () => {
  onTestFinished(watchConnection(() => {}))
  let isDown = true
  const load = async () => {
    if (isDown) throw new Error('Failed to fetch')
    return { Panel: () => <p>The panel</p> }
  }
  const Panel = lazyPart(load, 'Panel')
  render(
    <>
      <p>The page</p>
      <Suspense>
        <Panel />
      </Suspense>
    </>,
  )
  await expect.poll(getOffline).toBe(true)
  expect(screen.getByText('The page')).toBeTruthy()

  isDown = false
  await act(async () => reportReached())

  expect(await screen.findByText('The panel')).toBeTruthy()
})

it('says offline what a part waits for, and can be closed', async () => {
  onTestFinished(watchConnection(() => {}))
  const Panel = lazyPart(async (): Promise<{ Panel: () => null }> => {
    throw new Error('Failed to fetch')
  }, 'Panel')
  const close = vi.fn()
  render(
    <Suspense fallback={<LoadingPart onClose={close} />}>
      <Panel />
    </Suspense>,
  )

  expect((await screen.findByRole('alert')).textContent).toContain('You’re offline')
  act(() => screen.getByRole('button', { name: 'Cancel' }).click())
  expect(close).toHaveBeenCalledOnce()
  act(() => reportReached())
  await screen.findByRole('status')
})

it('renders a preloaded part without its fallback', async () => {
  const Panel = lazyPart(async () => ({ Panel: () => <p>The panel</p> }), 'Panel')
  await Panel.preload()

  render(
    <Suspense fallback="Loading...">
      <Panel />
    </Suspense>,
  )

  expect(screen.getByText('The panel')).toBeTruthy()
})

it('preloads parts one after the other', async () => {
  const loaded: string[] = []
  const part = (name: string) => ({ preload: async () => void loaded.push(name) })

  preloadWhenIdle([part('menu'), part('dialog')], 0)

  await expect.poll(() => loaded).toEqual(['menu', 'dialog'])
})

it('stops preloading when the page is left', async () => {
  const loaded: string[] = []
  const last = { preload: async () => void loaded.push('last') }
  const stop = preloadWhenIdle([{ preload: async () => stop() }, last], 0)

  await new Promise((resolve) => {
    preloadWhenIdle(
      [{ preload: async () => {} }, { preload: async () => {} }, { preload: async () => resolve(null) }],
      0,
    )
  })

  expect(loaded).toEqual([])
})

it('leaves no timer and asks for no idle time after it is stopped', async () => {
  vi.useFakeTimers()
  const ask = vi.fn((run: () => void) => run())
  vi.stubGlobal('requestIdleCallback', ask)
  const part = { preload: async () => {} }

  preloadWhenIdle([part])()
  expect(vi.getTimerCount()).toBe(0)

  const stop = preloadWhenIdle([{ preload: async () => stop() }, part])
  await vi.runAllTimersAsync()
  expect(ask).toHaveBeenCalledTimes(1)
})
