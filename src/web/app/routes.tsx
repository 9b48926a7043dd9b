import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyPage } from './lazy-page.ts'
import { RequireSession } from './require-session.tsx'
import { RouteFocus } from './route-focus.tsx'

const Auth = lazyPage(() => import('#web/features/sign-in/auth-page.tsx'))
const Confirm = lazyPage(() => import('#web/features/sign-in/confirm-page.tsx'))
const Dashboard = lazyPage(() => import('./dashboard.tsx'))
const Shell = lazyPage(() => import('./shell.tsx'))
const NewSpace = lazyPage(() => import('#web/features/spaces/onboarding-page.tsx'))
const Start = lazyPage(() => import('#web/features/spaces/start-page.tsx'))
const Inbox = lazyPage(() => import('#web/features/inbox/inbox-page.tsx'))
const Forms = lazyPage(() => import('#web/features/forms/forms-page.tsx'))
const Walls = lazyPage(() => import('#web/features/walls/walls-page.tsx'))
const WallStudio = lazyPage(() => import('#web/features/walls/wall-studio-page.tsx'))
const Space = lazyPage(() => import('#web/features/spaces/space-page.tsx'))
const Account = lazyPage(() => import('#web/features/account/account-page.tsx'))
const NotFound = lazyPage(() => import('./not-found-page.tsx'))
const Kit = import.meta.env.DEV ? lazyPage(() => import('./kit-page.tsx')) : null

/** The URL map of the app. Each screen is one file `#web/features/…/*-page.tsx` that exports `Page`. */
export function AppRoutes() {
	const { pathname } = useLocation()
	return (
		<ErrorBoundary resetKey={pathname}>
			<RouteFocus />
			<Suspense fallback={<PageSpinner />}>
				<Routes>
					<Route path="/" element={<ToAuth />} />
					<Route path="/auth" element={<Auth />} />
					<Route path="/auth/confirm" element={<Confirm />} />
					<Route
						path="/dashboard"
						element={
							<RequireSession>
								<Dashboard />
							</RequireSession>
						}
					>
						<Route path="new" element={<NewSpace />} />
						<Route path="start" element={<Start />} />
						<Route element={<Shell />}>
							<Route index element={<Navigate to="/dashboard/inbox" replace />} />
							<Route path="inbox" element={<Inbox />} />
							<Route path="forms" element={<Forms />} />
							<Route path="walls" element={<Walls />} />
							<Route path="walls/:wallId" element={<WallStudio />} />
							<Route path="space" element={<Space />} />
							<Route path="account" element={<Account />} />
							<Route path="*" element={<NotFound />} />
						</Route>
					</Route>
					{Kit ? <Route path="/kit" element={<Kit />} /> : null}
					<Route path="*" element={<NotFound />} />
				</Routes>
			</Suspense>
		</ErrorBoundary>
	)
}

/** Asks for a screen's code before it is shown: at start, and when a link is hovered or focused. */
export function preloadPage(path: string): void {
	if (path === '/' || path === '/auth') Auth.preload()
	if (path.startsWith('/auth/')) Confirm.preload()
	if (!path.startsWith('/dashboard')) return
	Dashboard.preload()
	Shell.preload()
	if (path === '/dashboard' || path.startsWith('/dashboard/inbox')) Inbox.preload()
	if (path.startsWith('/dashboard/forms')) Forms.preload()
	if (path.startsWith('/dashboard/walls')) Walls.preload()
	if (path.startsWith('/dashboard/space')) Space.preload()
	if (path.startsWith('/dashboard/account')) Account.preload()
}

/** The server answers `/` itself; when the app gets there all the same, a callback is kept whole. */
function ToAuth() {
	const { search, hash } = useLocation()
	return <Navigate to={{ pathname: '/auth', search, hash }} replace />
}
