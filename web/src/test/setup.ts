import { cleanup, configure, getConfig } from '@testing-library/react'
import React, { type ComponentProps } from 'react'
import { toast as toastOfAnyFile } from 'sonner'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { forgetDrafts } from '../lib/drafts.ts'
import { forgetUnsaved } from '../lib/unsaved.ts'
import { MenuPanel } from '../ui/Menu.tsx'
import { PopoverPanel } from '../ui/Popover.tsx'
import { toast, toasts } from '../ui/Toast.tsx'
import { TooltipPanel } from '../ui/Tooltip.tsx'

// React in development creates an error with a stack trace for each element, a seventh of the CPU time of these tests. It
// stops at a number of them.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => Number.POSITIVE_INFINITY, set: () => {} },
)

// Pages are loaded on first use, which is slow on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

// A toast stays until a test has looked at it, however busy the machine. Tests that control the time see its real duration.
vi.mock('sonner', async (load) => {
  const sonner = await load<typeof import('sonner')>()
  const Toaster = (props: ComponentProps<typeof sonner.Toaster>) =>
    React.createElement(sonner.Toaster, vi.isFakeTimers() ? props : { ...props, duration: 120_000 })
  return { ...sonner, Toaster }
})

const turn = globalThis.setImmediate
/** Lets effects run and the fake server's replies arrive, also under fake timers. */
async function settle() {
  for (let turns = 0; turns < 3; turns++) await new Promise<void>((resolve) => turn(resolve))
}

// Effects run before a test continues.
const { asyncWrapper } = getConfig()
configure({
  asyncWrapper: async (wait) => {
    const found = await asyncWrapper(wait)
    await settle()
    return found
  },
})

// Pages load them while they are idle.
beforeAll(() => Promise.all([MenuPanel.preload(), PopoverPanel.preload(), TooltipPanel.preload(), toasts.preload()]))

beforeAll(() => {
  // Missing in happy-dom, but called by Radix.
  Element.prototype.scrollIntoView ??= () => undefined
  Element.prototype.hasPointerCapture ??= () => false
  Element.prototype.releasePointerCapture ??= () => undefined
  // Missing in happy-dom. Says which path it is to the pens of tests.
  globalThis.Path2D ??= class {
    readonly #commands: string
    constructor(commands = '') {
      this.#commands = commands
    }
    toString() {
      return this.#commands
    }
  } as unknown as typeof Path2D
  // happy-dom has no layout, but a virtual list requires a size.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1200 })
})

// The files of a worker share Sonner, which shows a new page the toasts that are left, also those of writes that failed late.
beforeEach(() => void toastOfAnyFile.dismiss())

afterEach(async () => {
  cleanup()
  await settle()
  toast.dismiss()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
  // The ids of plans begin again in each file, so what a tab stored would be found by the next one.
  sessionStorage.clear()
  forgetDrafts()
  forgetUnsaved()
})

// The files of a worker share libraries and the window, but each loads our own modules, and with them their state, again.
afterAll(() => {
  vi.resetModules()
})
