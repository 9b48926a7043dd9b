import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useAuth } from '#web/lib/auth-context.tsx'
import { signInPath } from '#web/lib/auth-redirect.ts'
import { FullScreenLoading } from '#web/ui/spinner.tsx'

/** Lets only signed-in people through; others go to /auth and come back to where they wanted to go. */
export function RequireSession({ children }: { children: ReactNode }) {
	const { session, loading } = useAuth()
	const { pathname, search, hash } = useLocation()
	if (loading) return <FullScreenLoading />
	if (!session) return <Navigate to={signInPath(pathname + search + hash)} replace />
	return children
}
