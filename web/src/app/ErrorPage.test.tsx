import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { lazyPage } from '../lib/lazyCode.ts'
import { lazyPart } from '../lib/lazyPart.ts'
import { ErrorPage } from './ErrorPage.tsx'

// React also logs the errors of a page to the console.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const open = (route: object) =>
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/', errorElement: <ErrorPage />, hydrateFallbackElement: <p />, ...route }])}
    />,
  )

it('replaces a page that fails, with links to go on', async () => {
  const Broken = () => {
    throw new Error('secret detail')
  }
  open({ element: <Broken /> })

  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })

  expect(screen.getByRole('link', { name: 'Back to My Plans' }).getAttribute('href')).toBe('/plans')
  expect(screen.queryByText(/secret detail/)).toBeNull()
})

it('shows a reload button when the code of a page fails to load', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  open({ lazy: lazyPage(() => Promise.reject<{ Page: () => null }>(new Error('offline')), 'Page') })

  const heading = await screen.findByRole('heading', { name: /^Loading chunk \d+ failed$/ })
  screen.getByRole('button', { name: 'Reload' }).click()

  expect(heading).toBeTruthy()
  expect(reload).toHaveBeenCalledOnce()
})

it('shows the same when the code of a part of the page fails to load', async () => {
  const Part = lazyPart(() => Promise.reject<{ Part: () => null }>(new Error('offline')), 'Part')
  open({
    element: (
      <Suspense>
        <Part />
      </Suspense>
    ),
  })

  await screen.findByRole('heading', { name: /^Loading chunk \d+ failed$/ })
})
