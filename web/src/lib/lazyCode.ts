// Code loaded on demand: pages. Parts of pages are in lazyPart.ts.
import type { ComponentType } from 'react'
import { reportUnreachable, suspectIfSlow } from './connection.ts'

/** Timeout for loading code. */
const CHUNK_TIMEOUT_MS = 120_000
let chunks = 0

/** Code failed to load, because of the network or a new version. Reloading helps. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/** Wraps `load` with a timeout, and throws a `ChunkError` that names the chunk. */
export function namedChunk<Module>(load: () => Promise<Module>): () => Promise<Module> {
  chunks += 1
  const chunk = chunks
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The code took too long.')), CHUNK_TIMEOUT_MS)
    })
    try {
      return await suspectIfSlow(Promise.race([load(), late]))
    } catch (cause) {
      reportUnreachable()
      throw new ChunkError(`Loading chunk ${chunk} failed`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** For a route's `lazy`. Loads the page when it is first visited. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const loadPage = namedChunk(load)
  return async (): Promise<{ Component: ComponentType }> => ({ Component: (await loadPage())[name] })
}
