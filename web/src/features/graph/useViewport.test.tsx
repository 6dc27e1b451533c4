import { act } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { openPart } from '../../test/render.tsx'
import type { Scene } from './paint/scene.ts'
import { useViewport, type ViewControls } from './useViewport.ts'
import { ViewContext } from './view/ViewContext.ts'
import { ViewStore } from './view/viewStore.ts'

/** A plan far larger than the window, with one node in its middle. */
const CARD = { x: 40_000, y: 20_000, width: 240, height: 80 }
const EXTENT = { x: 0, y: 0, width: 80_000, height: 40_000 }
const SCENE = {
  layout: { boxes: new Map([['a', CARD]]), relaid: undefined },
  extents: new Map([[null, EXTENT]]),
} as unknown as Scene
const WIDE = { width: 1_000, height: 600 }
const NARROW = { width: 400, height: 600 }

function open() {
  const view = new ViewStore()
  view.resize(WIDE)
  let controls: ViewControls | undefined
  let setSize: (size: typeof WIDE) => void = () => {}
  function Window() {
    const [viewport, set] = useState(WIDE)
    setSize = set
    controls = useViewport(SCENE, { viewport, legend: null, matchesExtent: () => null })
    return null
  }
  openPart(
    <ViewContext value={view}>
      <Window />
    </ViewContext>,
  )
  const narrow = () =>
    act(() => {
      view.resize(NARROW, { keepsMiddle: true })
      setSize(NARROW)
    })
  return { view, controls: () => controls, narrow }
}

it('fits a fitted plan again when the canvas becomes narrower', () => {
  const { view, narrow } = open()
  const before = view.get().zoom
  narrow()
  expect(view.get().zoom).toBeLessThan(before)
})

it('goes on to a node when the canvas becomes narrower on the way', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { view, controls, narrow } = open()
  act(() => controls()?.show('a'))
  expect(view.isAnimated).toBe(true)
  narrow()
  expect(view.destination.zoom).toBe(0.7)
  vi.unstubAllGlobals()
})
