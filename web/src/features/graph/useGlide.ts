import { useEffect, useState } from 'react'
import { between } from './layout/between.ts'
import type { Scene } from './paint/scene.ts'

const GLIDE_MS = 220
/** Larger drawings change immediately, because every frame moves every node. */
const NODES_MAX = 1500

interface Glide {
  target: Scene
  glides: number
  /** What was drawn when the glide began. Null when nothing moves. */
  from: Scene | null
  drawn: Scene
}

/**
 * Returns the scene to draw: on its way to the given one after each change of `glides` and when a change of the plan has
 * moved existing nodes, else the given one.
 */
export function useGlide(scene: Scene, glides: number): Scene {
  const [state, setState] = useState<Glide>({ target: scene, glides, from: null, drawn: scene })
  let now = state
  if (state.target !== scene || state.glides !== glides) {
    const isRelaid = scene.layout.relaid !== undefined && scene.layout.relaid !== state.target.layout.relaid
    const begins = (state.glides !== glides || isRelaid) && state.target !== scene && mayGlide(scene)
    const from = begins ? state.drawn : state.from
    now = { target: scene, glides, from, drawn: from === null ? scene : begins ? from : between(from, scene, 0) }
    setState(now)
  }
  const { from } = now
  useEffect(() => {
    if (from === null) return
    let frame = 0
    let start: number | null = null
    const step = (time: number) => {
      start ??= time
      const share = Math.min((time - start) / GLIDE_MS, 1)
      setState((before) => {
        if (before.from !== from) return before
        return share === 1
          ? { ...before, from: null, drawn: before.target }
          : { ...before, drawn: between(from, before.target, eased(share)) }
      })
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [from])
  return now.drawn
}

const eased = (share: number): number => 1 - (1 - share) ** 3

const mayGlide = ({ layout }: Scene): boolean =>
  layout.boxes.size <= NODES_MAX && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
