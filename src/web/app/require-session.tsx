import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { owesSecondFactor } from '#web/lib/assurance.ts'
import { useAuth } from '#web/lib/auth-context.tsx'
import { signInPath } from '#web/lib/auth-redirect.ts'
import { FullScreenLoading } from '#web/ui/spinner.tsx'

/**
 * Lets only people through who are signed in with every factor that they have; others go to /auth, which asks
 * for what is missing, and come back to where they wanted to go.
 */
export function RequireSession({ children }: { children: ReactNode }) {
	const { session, loading } = useAuth()
	const { pathname, search, hash } = useLocation()
	if (loading) return <FullScreenLoading />
	if (!session || owesSecondFactor(session))
		return <Navigate to={signInPath(pathname + search + hash)} replace />
	return children
}
