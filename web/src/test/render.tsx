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
  /** Renders and runs effects twice, as React does in development. */
  strict?: boolean
}

/** Opens the whole app at a URL, signed in by default. */
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

/** Renders one component for a signed-in user. */
export function openPart(part: ReactNode) {
  saveSession(makeSession())
  const { container } = render(<Providers>{part}</Providers>)
  return { container, user: userEvent.setup() }
}
