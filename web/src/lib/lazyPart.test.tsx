import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { getOffline, reportReached, watchConnection } from './connection.ts'
import { lazyPart } from './lazyCode.ts'

it('keeps the page when the code of a part fails to load, and shows the part when online again', async () => {
  onTestFinished(watchConnection(() => {}))
  let isDown = true
  const load = async () => {
    if (isDown) throw new Error('Failed to fetch')
    return { Panel: () => <p>The panel</p> }
  }
  const Panel = lazyPart(load, 'Panel')
  render(
    <>
      <p>The page</p>
      <Suspense>
        <Panel />
      </Suspense>
    </>,
  )
  await expect.poll(getOffline).toBe(true)
  expect(screen.getByText('The page')).toBeTruthy()

  isDown = false
  await act(async () => reportReached())

  expect(await screen.findByText('The panel')).toBeTruthy()
})
