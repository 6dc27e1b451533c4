import { act, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { openPart } from '../../test/render.tsx'
import { useShowSelected } from './useFollow.ts'
import { ViewContext } from './view/ViewContext.ts'
import { ViewStore } from './view/viewStore.ts'

/** A view of 900 by 600 at (10, 20), whose panel takes 400 px while a node is selected. */
function open() {
  const view = new ViewStore()
  view.resize({ width: 900, height: 600 })
  view.moveTo({ x: 10, y: 20, zoom: 1 })
  let select: (id: string | null) => void = () => {}
  function Window() {
    const [id, setId] = useState<string | null>(null)
    select = setId
    useShowSelected(id, { show: () => {}, bringIn: () => view.moveTo({ x: -200, y: 20, zoom: 1 }) })
    return null
  }
  openPart(
    <ViewContext value={view}>
      <Window />
    </ViewContext>,
  )
  return {
    openNode: () => {
      act(() => select('a'))
      act(() => view.resize({ width: 500, height: 600 }))
    },
    close: () => {
      act(() => select(null))
      act(() => view.resize({ width: 900, height: 600 }))
    },
    pan: (x: number) => act(() => view.panBy({ x, y: 0 })),
    x: () => view.get().x,
  }
}

it('brings the node beside its panel into view, and returns when the panel is closed', async () => {
  const { openNode, close, x } = open()
  for (let round = 0; round < 2; round++) {
    openNode()
    expect(x(), `round ${round}`).toBe(-200)
    close()
    await waitFor(() => expect(x()).toBe(10))
  }
})

it('stays where the user has moved the view meanwhile', async () => {
  const { openNode, close, pan, x } = open()
  openNode()
  pan(30)
  close()

  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(x()).toBe(-170)
})
