// Parts of pages that not every visit shows, and that are not needed to show the page.
import { type ComponentType, createElement, lazy, useState } from 'react'
import { getOffline, untilReached } from './connection.ts'
import { namedChunk } from './lazyCode.ts'

/**
 * A part of a page whose code loads when it is first rendered, within a `Suspense`, or earlier with `preload`. Offline it
 * waits for a connection and retries, so the page stays as it is.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const loadPart = namedChunk(load)
  const loadInTheEnd = () =>
    loadPart().catch(async (error: unknown) => {
      if (!getOffline()) throw error
      await untilReached()
      return loadPart()
    })
  let Loaded: ComponentType<Props> | undefined
  const get = async () => {
    Loaded = (await loadInTheEnd())[name]
    return { default: Loaded }
  }
  const Late: ComponentType<Props> = lazy(get)
  const Part = (props: Props) => {
    // Chosen once, because a change of the component would mount it again. Loaded code renders without a fallback.
    const [Chosen] = useState(() => Loaded ?? Late)
    return createElement(Chosen, props)
  }
  /** Loads the code early. A failure is ignored, because rendering tries again. */
  const preload = async () => {
    if (!Loaded) await get().catch(() => undefined)
  }
  return Object.assign(Part, { preload })
}

/** How long a page gets to show itself. The browser is idle while the data of the page travels, too. */
export const SHOWN_AFTER_MS = 1_500

/** Loads parts one after the other while the browser has nothing else to do. Returns how to stop. */
export function preloadWhenIdle(parts: readonly Preloadable[], delayMs = SHOWN_AFTER_MS): () => void {
  let isStopped = false
  const run = async () => {
    for (const { preload } of parts) {
      // The window may be gone by then.
      if (isStopped) return
      await idle()
      if (isStopped) return
      await preload()
    }
  }
  const timer = setTimeout(() => void run(), delayMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

export interface Preloadable {
  preload: () => Promise<void>
}

/** The delay between parts in browsers without `requestIdleCallback`. */
const WITHOUT_IDLE_MS = 200

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, WITHOUT_IDLE_MS)
  })
