import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { NotFoundPage } from '../pages/NotFoundPage.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { RouteHandle } from './AppShell.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { lazyPage } from './lazyPage.ts'
import { RequireSession } from './RequireSession.tsx'

/** The site map. Pages load when they are first visited. */
export const routes: RouteObject[] = [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <StartingView />,
    children: [
      { path: '/', element: <Navigate to="/plans" replace /> },
      { path: '/login', lazy: lazyPage(() => import('../pages/LoginPage.tsx'), 'LoginPage') },
      { path: '/register', lazy: lazyPage(() => import('../pages/RegisterPage.tsx'), 'RegisterPage') },
      {
        element: <RequireSession />,
        children: [
          {
            lazy: lazyPage(() => import('./AppShell.tsx'), 'AppShell'),
            children: [
              { path: '/plans', lazy: lazyPage(() => import('../pages/PlansPage.tsx'), 'PlansPage') },
              { path: '/plans/new', lazy: lazyPage(() => import('../pages/NewPlanPage.tsx'), 'NewPlanPage') },
              {
                path: '/plans/:planId',
                handle: { fillsHeight: true } satisfies RouteHandle,
                lazy: lazyPage(() => import('../pages/PlanPage.tsx'), 'PlanPage'),
              },
              { path: '/settings', lazy: lazyPage(() => import('../pages/SettingsPage.tsx'), 'SettingsPage') },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]

export const makeRouter = () => createBrowserRouter(routes)

/** Shown until it is known who is here and the first page has arrived. */
function StartingView() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner size={24} label="Loading" />
    </div>
  )
}
