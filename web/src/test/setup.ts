import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { forgetDrafts } from '../lib/drafts.ts'
import { toast } from '../ui/Toast.tsx'

// Pages load when they are first opened; a busy machine takes its time.
configure({ asyncUtilTimeout: 30_000 })

// What React does after it has drawn (effects) belongs to what a test has waited for; the turns are real ones under fake timers too.
const turn = globalThis.setImmediate
const { asyncWrapper } = getConfig()
configure({
  asyncWrapper: async (wait) => {
    const found = await asyncWrapper(wait)
    for (let turns = 0; turns < 3; turns++) await new Promise<void>((resolve) => turn(resolve))
    return found
  },
})

beforeAll(() => {
  // What happy-dom lacks and Radix calls.
  Element.prototype.scrollIntoView ??= () => undefined
  Element.prototype.hasPointerCapture ??= () => false
  Element.prototype.releasePointerCapture ??= () => undefined
  // It lays nothing out; a list that draws what is on the screen needs one.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1200 })
})

afterEach(() => {
  toast.dismiss()
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
  forgetDrafts()
})
