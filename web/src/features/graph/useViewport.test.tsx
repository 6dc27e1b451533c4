import { act } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { openPart } from '../../test/render.tsx'
import { type Box, contains } from './layout/geometry.ts'
import type { Scene } from './paint/scene.ts'
import { useViewport, type ViewControls } from './useViewport.ts'
import { ViewContext } from './view/ViewContext.ts'
import { regionOf } from './view/view.ts'
import { ViewStore } from './view/viewStore.ts'

/** A plan far larger than the window, with one node in its middle. */
const CARD = { x: 40_000, y: 20_000, width: 240, height: 80 }
const EXTENT = { x: 0, y: 0, width: 80_000, height: 40_000 }
const sceneOf = (boxes: Record<string, Box>, extent: Box, branches: Record<string, Box> = {}) =>
  ({
    layout: { boxes: new Map(Object.entries(boxes)), direction: 'down', relaid: undefined },
    extents: new Map([[null, extent], ...Object.entries(branches)]),
  }) as unknown as Scene
const SCENE = sceneOf({ a: CARD }, EXTENT)
const WIDE = { width: 1_000, height: 600 }
const NARROW = { width: 400, height: 600 }

function open(first = SCENE) {
  const view = new ViewStore()
  view.resize(WIDE)
  let controls: ViewControls | undefined
  let setSize: (size: typeof WIDE) => void = () => {}
  let show: (scene: Scene) => void = () => {}
  function Window() {
    const [viewport, set] = useState(WIDE)
    const [scene, setScene] = useState(first)
    setSize = set
    show = setScene
    controls = useViewport(scene, { viewport, legend: null, matchesExtent: () => null })
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
  return { view, controls: () => controls, narrow, show: (scene: Scene) => show(scene) }
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

it('brings what is below a node into view when it is expanded, and keeps the node in view', () => {
  const card = { x: 400, y: 450, width: 240, height: 80 }
  const before = sceneOf({ a: card }, { x: 0, y: 0, width: 1_000, height: 600 })
  const below = { x: 300, y: 450, width: 440, height: 400 }
  const { view, controls, show } = open(before)
  act(() => view.moveTo({ x: 0, y: 0, zoom: 1 }))
  act(() => controls()?.keepInPlace('a'))
  act(() => show(sceneOf({ a: card }, { x: 0, y: 0, width: 1_000, height: 900 }, { a: below })))
  const shown = () => regionOf({ ...view.get(), ...view.destination })
  expect(contains(shown(), below)).toBe(true)

  const huge = { x: -5_000, y: 450, width: 10_000, height: 4_000 }
  act(() => controls()?.keepInPlace('a'))
  act(() => show(sceneOf({ a: card }, { x: -5_000, y: 0, width: 10_000, height: 5_000 }, { a: huge })))
  expect(contains(shown(), card)).toBe(true)
})
