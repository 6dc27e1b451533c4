import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useCloseRequest } from './useCloseRequest.ts'

const watchers = new Set<FakeCloseWatcher>()
class FakeCloseWatcher {
  onclose = () => {}
  constructor() {
    watchers.add(this)
  }
  destroy() {
    watchers.delete(this)
  }
}

function onDevice({ isTouch }: { isTouch: boolean }) {
  vi.stubGlobal('CloseWatcher', FakeCloseWatcher)
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isTouch } as MediaQueryList)
}
beforeEach(() => () => vi.unstubAllGlobals())

it('closes what is open, and watches only while it is', () => {
  onDevice({ isTouch: true })
  const close = vi.fn()
  const { rerender } = renderHook(({ open }) => useCloseRequest(open, close), { initialProps: { open: false } })
  expect(watchers.size).toBe(0)

  rerender({ open: true })
  for (const watcher of watchers) watcher.onclose()
  expect(close).toHaveBeenCalledOnce()

  rerender({ open: false })
  expect(watchers.size).toBe(0)
})

it('leaves keyboards to Escape', () => {
  onDevice({ isTouch: false })
  renderHook(() => useCloseRequest(true, vi.fn()))

  expect(watchers.size).toBe(0)
})
