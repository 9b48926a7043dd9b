import { type ComponentType, type ReactNode, Suspense, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { needsSecondFactor } from '#web/lib/auth/assurance-level.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { signInPath } from '#web/lib/auth/auth-redirect.ts'
import { linkQuestion, subscribeLinkQuestion } from '#web/lib/auth/fragment-session.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { isServerUnreachable, subscribeServerReachability } from '#web/lib/loading/server-reachability.ts'
import { FullScreenLoading, PageSpinner } from '#web/ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import * as frames from './lazy-layouts.ts'
import { fullPages, NotFound, publicPages, shellPages, spacePages } from './lazy-pages.ts'
import './server-unreachable.css'

const LinkQuestion = lazyComponent(async () => (await import('#web/features/sign-in/link-question.tsx')).LinkQuestion)

/** The URL map of the app. The question about a link's session comes before its screen. */
export function AppRoutes() {
	const { pathname } = useLocation()
	const { user, loading } = useAuth()
	const question = useSyncExternalStore(subscribeLinkQuestion, linkQuestion)
	if (question)
		return (
			<ErrorBoundary>
				<Suspense fallback={<FullScreenLoading />}>
					<LinkQuestion
						question={question}
						signedIn={user ? user.email || user.phone || 'your account' : undefined}
						loading={loading}
					/>
				</Suspense>
			</ErrorBoundary>
		)
	return (
		<ErrorBoundary resetKey={pathname}>
			<RouteFocus />
			<ServerUnreachable />
			<Suspense fallback={<PageSpinner />}>
				<Routes>
					<Route path="/" element={<RedirectToAuth />} />
					{routesTo(publicPages)}
					<Route
						path="/dashboard"
						element={
							<RequireSession>
								<frames.Dashboard />
							</RequireSession>
						}
					>
						{routesTo(fullPages)}
						<Route element={<frames.Shell />}>
							<Route index element={<Navigate to="/dashboard/overview" replace />} />
							{routesTo(shellPages)}
							<Route element={<frames.SpaceFrame />}>{routesTo(spacePages)}</Route>
							<Route path="*" element={<NotFound />} />
						</Route>
					</Route>
					<Route path="*" element={<NotFound />} />
				</Routes>
			</Suspense>
		</ErrorBoundary>
	)
}

function routesTo(pages: Record<string, ComponentType>) {
	return Object.entries(pages).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />)
}

/** The server answers `/` itself; a callback that reaches the app there keeps its query and fragment. */
function RedirectToAuth() {
	const { search, hash } = useLocation()
	return <Navigate to={{ pathname: '/auth', search, hash }} replace />
}

/**
 * Renders its children only for a session that has passed every factor. Others go to /auth, which asks for the
 * missing step and returns to the requested path.
 */
function RequireSession({ children }: { children: ReactNode }) {
	const { session, loading } = useAuth()
	const { pathname, search, hash } = useLocation()
	if (loading) return <FullScreenLoading />
	if (!session || needsSecondFactor(session)) return <Navigate to={signInPath(pathname + search + hash)} replace />
	return children
}

/** After a change of route, moves focus to the new screen's h1 and scrolls up, as a page load would. */
function RouteFocus() {
	const { pathname } = useLocation()
	const before = useRef(pathname)
	useLayoutEffect(() => {
		if (before.current === pathname) return
		before.current = pathname
		window.scrollTo(0, 0)
		if (focusHeading()) return
		// The screen's code is still loading: its heading comes later.
		const watch = new MutationObserver(() => focusHeading() && watch.disconnect())
		watch.observe(document.body, { childList: true, subtree: true })
		return () => watch.disconnect()
	}, [pathname])
	return null
}

function focusHeading(): boolean {
	const heading = document.querySelector<HTMLElement>('h1')
	if (!heading) return false
	// A screen that focused its first field keeps that focus; the link that led to the screen does not.
	const focused = document.activeElement
	if (focused?.closest('main, [role="dialog"]') && !focused.closest('nav')) return true
	heading.tabIndex = -1
	heading.focus({ preventScroll: true })
	return true
}

/** Explains that a screen or menu is waiting for a server that does not answer, and that no action is needed. */
function ServerUnreachable() {
	const isUnreachable = useSyncExternalStore(subscribeServerReachability, isServerUnreachable)
	return (
		<div className="server-away" role="status">
			{isUnreachable ? (
				<p>The server cannot be reached. What you asked for opens as soon as it answers again.</p>
			) : null}
		</div>
	)
}
