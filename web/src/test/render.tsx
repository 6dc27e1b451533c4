import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Providers } from '../app/providers.tsx'
import { routes } from '../app/router.tsx'
import { saveSession } from '../lib/session.ts'
import { makeSession } from './make.ts'

interface Options {
  signedIn?: boolean
  /** Draws and runs effects twice, as React does while one develops. */
  strict?: boolean
}

/** Opens the whole app at an address, as somebody who is signed in unless told otherwise. */
export function openApp(address: string, { signedIn = true, strict = false }: Options = {}) {
  if (signedIn) saveSession(makeSession())
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
    { reactStrictMode: strict },
  )
  const here = () => `${router.state.location.pathname}${router.state.location.search}`
  return { here, router, user: userEvent.setup() }
}

/** Draws one part of a page, for somebody who is signed in. */
export function openPart(part: ReactNode) {
  saveSession(makeSession())
  const { container } = render(<Providers>{part}</Providers>)
  return { container, user: userEvent.setup() }
}
