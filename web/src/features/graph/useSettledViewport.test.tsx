import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPart } from '../../test/render.tsx'
import { useSettledViewport } from './useSettledViewport.ts'
import { ViewContext } from './view/ViewContext.ts'
import { ViewStore } from './view/viewStore.ts'
import { levelAt } from './zoomLevels.ts'

/** A view of 900 by 600, which has its initial position as soon as it is moved. */
function open() {
  const view = new ViewStore()
  view.resize({ width: 900, height: 600 })
  let now: ReturnType<typeof useSettledViewport> | undefined
  let hasBegun = false
  const wasPlaced = () => hasBegun
  function Window() {
    now = useSettledViewport(wasPlaced)
    return null
  }
  openPart(
    <ViewContext value={view}>
      <Window />
    </ViewContext>,
  )
  const look = (x: number, y: number, zoom: number) => {
    hasBegun = true
    act(() => view.moveTo({ x, y, zoom }))
  }
  return { now: () => now, look }
}

it('returns no region before the initial position, then immediately the one in view', () => {
  const { now, look } = open()
  expect(now()).toEqual({ settled: { region: null, level: levelAt(1) }, isMoving: false })

  look(0, 0, 1)
  expect(now()).toEqual({
    settled: { region: { x: -0, y: -0, width: 900, height: 600 }, level: levelAt(1) },
    isMoving: false,
  })
})

it('returns another region when a movement is over, in whole steps', async () => {
  const { now, look } = open()
  look(0, 0, 1)
  const before = now()?.settled

  look(-400, 0, 1)
  expect(now()).toEqual({ settled: before, isMoving: true })
  look(-650, -10, 1)

  await waitFor(() => expect(now()?.isMoving).toBe(false))
  expect(now()?.settled.region).toEqual({ x: 600, y: 0, width: 1200, height: 900 })
})

it('returns the same region when the viewport comes back', async () => {
  const { now, look } = open()
  look(0, 0, 1)
  const before = now()?.settled

  look(-400, 0, 1)
  look(0, 0, 1)

  await waitFor(() => expect(now()?.isMoving).toBe(false))
  expect(now()?.settled).toBe(before)
})

it('returns plain cards when zoomed out, and no region when zoomed out far', async () => {
  const { now, look } = open()
  look(0, 0, 0.5)
  expect(now()?.settled.level).toEqual({ name: 'middle', title: 22 })

  look(0, 0, 0.3)
  await waitFor(() => expect(now()?.isMoving).toBe(false))
  expect(now()?.settled.region).toBe(null)
})
