import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Providers } from '../app/providers.tsx'
import { routes } from '../app/router.tsx'
import { saveSession } from '../lib/session.ts'
import { makeSession } from './make.ts'

/** Opens the whole app at an address, as somebody who is signed in unless told otherwise. */
export function openApp(address: string, { signedIn = true }: { signedIn?: boolean } = {}) {
  if (signedIn) saveSession(makeSession())
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  const here = () => `${router.state.location.pathname}${router.state.location.search}`
  return { here, router, user: userEvent.setup() }
}
