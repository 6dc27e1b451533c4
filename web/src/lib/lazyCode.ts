// Code that comes when it is needed: pages, and the parts of a page that not every visit shows.
import { type ComponentType, lazy } from 'react'
import { getOffline, reportUnreachable, untilReached } from './connection.ts'

/** Code that has not arrived by then never will (point 9). */
const CHUNK_TIMEOUT_MS = 120_000
let chunks = 0

/** Code did not load: the network failed, or a new version has replaced the file. A reload helps. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/** The same loading, which names its failure as point 8 does. */
function namedChunk<Module>(load: () => Promise<Module>): () => Promise<Module> {
  chunks += 1
  const chunk = chunks
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The code took too long.')), CHUNK_TIMEOUT_MS)
    })
    try {
      return await Promise.race([load(), late])
    } catch (cause) {
      reportUnreachable()
      throw new ChunkError(`Loading chunk ${chunk} failed`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** For a route's `lazy`: loads the page when it is first visited. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const loadPage = namedChunk(load)
  return async (): Promise<{ Component: ComponentType }> => ({ Component: (await loadPage())[name] })
}

/**
 * A part of a page: its code comes when it is first drawn, within a `Suspense`. Without a connection it waits for one and tries again, so
 * that the page stays as it is.
 */
export function lazyPart<Name extends string, Props>(
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
  return lazy(async () => ({ default: (await loadInTheEnd())[name] }))
}
