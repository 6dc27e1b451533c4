import type { ComponentType } from 'react'

/** A page whose code has not arrived by then never will (point 9). */
const CHUNK_TIMEOUT_MS = 120_000
let chunks = 0

/** The code of a page did not load: the network failed, or a new version has replaced the file. A reload helps. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/** For a route's `lazy`: loads the page when it is first visited, and names the failure as point 8 does. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  chunks += 1
  const chunk = chunks
  return async (): Promise<{ Component: ComponentType }> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The code of the page took too long.')), CHUNK_TIMEOUT_MS)
    })
    try {
      const module = await Promise.race([load(), late])
      return { Component: module[name] }
    } catch (cause) {
      throw new ChunkError(`Loading chunk ${chunk} failed`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}
