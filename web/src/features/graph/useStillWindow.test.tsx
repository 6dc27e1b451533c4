import { act, waitFor } from '@testing-library/react'
import { ReactFlowProvider, useStoreApi } from '@xyflow/react'
import { expect, it } from 'vitest'
import { openPart } from '../../test/render.tsx'
import { useStillWindow } from './useStillWindow.ts'

type Transform = [x: number, y: number, zoom: number]

/** A window of 900 by 600, which has its first place as soon as it is moved. */
function open() {
  let now: ReturnType<typeof useStillWindow> | undefined
  let look: (transform: Transform) => void = () => undefined
  let hasBegun = false
  const wasPlaced = () => hasBegun
  function Window() {
    const store = useStoreApi()
    look = (transform) => {
      hasBegun = true
      store.setState({ transform, width: 900, height: 600 })
    }
    now = useStillWindow(wasPlaced)
    return null
  }
  openPart(
    <ReactFlowProvider>
      <Window />
    </ReactFlowProvider>,
  )
  return { now: () => now, look: (...transform: Transform) => act(() => look(transform)) }
}

it('asks for no cards before the window has its first place, and then for those in it at once', () => {
  const { now, look } = open()
  expect(now()).toEqual({ still: { region: null, isPlain: false }, isMoving: false })

  look(0, 0, 1)
  expect(now()).toEqual({
    still: { region: { x: -0, y: -0, width: 900, height: 600 }, isPlain: false },
    isMoving: false,
  })
})

it('asks for other cards when a movement is over, in whole steps', async () => {
  const { now, look } = open()
  look(0, 0, 1)
  const before = now()?.still

  look(-400, 0, 1)
  expect(now()).toEqual({ still: before, isMoving: true })
  look(-650, -10, 1)

  await waitFor(() => expect(now()?.isMoving).toBe(false))
  expect(now()?.still.region).toEqual({ x: 600, y: 0, width: 1200, height: 900 })
})

it('gives the same when the window comes back to where it stood', async () => {
  const { now, look } = open()
  look(0, 0, 1)
  const before = now()?.still

  look(-400, 0, 1)
  look(0, 0, 1)

  await waitFor(() => expect(now()?.isMoving).toBe(false))
  expect(now()?.still).toBe(before)
})

it('asks for plain cards from further away, and for none from far away', async () => {
  const { now, look } = open()
  look(0, 0, 0.5)
  expect(now()?.still.isPlain).toBe(true)

  look(0, 0, 0.3)
  await waitFor(() => expect(now()?.isMoving).toBe(false))
  expect(now()?.still.region).toBe(null)
})
