import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import * as frames from './frames.ts'
import * as pages from './pages.ts'
import { RequireSession } from './require-session.tsx'
import { RouteFocus } from './route-focus.tsx'
import { ServerAway } from './server-away.tsx'

/** The URL map of the app. */
export function AppRoutes() {
	const { pathname } = useLocation()
	return (
		<ErrorBoundary resetKey={pathname}>
			<RouteFocus />
			<ServerAway />
			<Suspense fallback={<PageSpinner />}>
				<Routes>
					<Route path="/" element={<ToAuth />} />
					<Route path="/auth" element={<pages.Auth />} />
					<Route path="/auth/confirm" element={<pages.Confirm />} />
					<Route
						path="/dashboard"
						element={
							<RequireSession>
								<frames.Dashboard />
							</RequireSession>
						}
					>
						<Route path="new" element={<pages.NewSpace />} />
						<Route path="start" element={<pages.Start />} />
						<Route element={<frames.Shell />}>
							<Route index element={<Navigate to="/dashboard/inbox" replace />} />
							<Route path="inbox" element={<pages.Inbox />} />
							<Route path="forms" element={<pages.Forms />} />
							<Route path="forms/:formId" element={<pages.FormEditor />} />
							<Route path="walls" element={<pages.Walls />} />
							<Route path="walls/:wallId" element={<pages.WallStudio />} />
							<Route path="space" element={<pages.Space />} />
							<Route path="account" element={<pages.Account />} />
							<Route path="*" element={<pages.NotFound />} />
						</Route>
					</Route>
					{pages.Kit ? <Route path="/kit" element={<pages.Kit />} /> : null}
					<Route path="*" element={<pages.NotFound />} />
				</Routes>
			</Suspense>
		</ErrorBoundary>
	)
}

/** The server answers `/` itself; when the app gets there all the same, a callback is kept whole. */
function ToAuth() {
	const { search, hash } = useLocation()
	return <Navigate to={{ pathname: '/auth', search, hash }} replace />
}
