import type { ReactNode } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router'
import { lazyPage } from '../lib/lazyCode.ts'
import { useSession } from '../lib/session.ts'
import { NotFoundPage } from '../pages/NotFoundPage.tsx'
import type { RouteHandle } from './AppShell.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { isOtherPlan, loadPlan } from './planLoader.ts'
import { RequireSession } from './RequireSession.tsx'
import { StartingView } from './StartingView.tsx'

/** The site map. Pages load when they are first visited. */
export const routes: RouteObject[] = [
  {
    errorElement: (
      <Alone>
        <ErrorPage />
      </Alone>
    ),
    hydrateFallbackElement: <StartingView />,
    children: [
      { path: '/', element: <Navigate to="/plans" replace /> },
      { path: '/login', lazy: lazyPage(() => import('../pages/LoginPage.tsx'), 'LoginPage') },
      { path: '/register', lazy: lazyPage(() => import('../pages/RegisterPage.tsx'), 'RegisterPage') },
      {
        path: '/forgot-password',
        lazy: lazyPage(() => import('../pages/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
      },
      {
        path: '/reset-password',
        lazy: lazyPage(() => import('../pages/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
      },
      { path: '/terms', lazy: lazyPage(() => import('../pages/TermsPage.tsx'), 'TermsPage') },
      { path: '/verify-email', lazy: lazyPage(() => import('../pages/VerifyEmailPage.tsx'), 'VerifyEmailPage') },
      {
        element: <RequireSession />,
        children: [
          {
            path: '/oauth/authorize',
            lazy: lazyPage(() => import('../pages/AuthorizeAppPage.tsx'), 'AuthorizeAppPage'),
          },
          { path: '/confirm-email', lazy: lazyPage(() => import('../pages/ConfirmEmailPage.tsx'), 'ConfirmEmailPage') },
          {
            lazy: lazyPage(() => import('./AppShell.tsx'), 'AppShell'),
            children: [
              {
                // A page that fails keeps the header, and with it the links to other pages.
                errorElement: <ErrorPage />,
                children: [
                  { path: '/plans', lazy: lazyPage(() => import('../pages/PlansPage.tsx'), 'PlansPage') },
                  { path: '/plans/new', lazy: lazyPage(() => import('../pages/NewPlanPage.tsx'), 'NewPlanPage') },
                  { path: '/plans/import', lazy: lazyPage(() => import('../pages/ImportPage.tsx'), 'ImportPage') },
                  {
                    path: '/plans/ai-create',
                    lazy: lazyPage(() => import('../pages/AiCreatePage.tsx'), 'AiCreatePage'),
                  },
                  {
                    path: '/plans/:planId',
                    handle: { fillsHeight: true } satisfies RouteHandle,
                    loader: loadPlan,
                    shouldRevalidate: isOtherPlan,
                    lazy: lazyPage(() => import('../pages/plan/PlanPage.tsx'), 'PlanPage'),
                  },
                  { path: '/plans/:planId/runs', lazy: lazyPage(() => import('../pages/RunsPage.tsx'), 'RunsPage') },
                  {
                    path: '/plans/:planId/runs/:runId',
                    lazy: lazyPage(() => import('../pages/RunPage.tsx'), 'RunPage'),
                  },
                  { path: '/profile', lazy: lazyPage(() => import('../pages/ProfilePage.tsx'), 'ProfilePage') },
                  { path: '/settings', lazy: lazyPage(() => import('../pages/SettingsPage.tsx'), 'SettingsPage') },
                ],
              },
            ],
          },
        ],
      },
      {
        element: <UnknownAddress />,
        children: [
          {
            lazy: lazyPage(() => import('./AppShell.tsx'), 'AppShell'),
            children: [{ path: '*', element: <NotFoundPage /> }],
          },
        ],
      },
    ],
  },
]

export const makeRouter = () => createBrowserRouter(routes)

/** Shows "not found" within the shell to signed-in users, and without a detour through /login to others. */
function UnknownAddress() {
  if (useSession()) return <Outlet />
  return (
    <Alone>
      <NotFoundPage />
    </Alone>
  )
}

/** The frame of pages outside the shell. */
function Alone({ children }: { children: ReactNode }) {
  return <main className="flex min-h-dvh flex-col">{children}</main>
}
