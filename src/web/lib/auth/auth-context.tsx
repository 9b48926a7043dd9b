import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { supabase } from '#web/lib/client/supabase.ts'
import { type AuthActions, authActions } from './auth-actions.ts'
import { onSessionEnd } from './session-check.ts'

/** The result of `useAuth()`. Errors of the actions are logged and rethrown. */
export type Auth = AuthActions & {
	session: Session | null
	user: User | null
	/** True until the first session lookup finished or an auth event arrived. */
	loading: boolean
}

/** The outcome of the page's URL: a callback error, a session that ended elsewhere, or a password recovery. */
export type AuthCallbackState = {
	error: Error | null
	clearError: () => void
	isRecovering: boolean
	finishRecovery: () => void
}

const AuthContext = createContext<Auth | null>(null)
const AuthCallbackContext = createContext<AuthCallbackState | null>(null)

/** Follows the official client's session. A client that cannot start throws to the error box. */
export function AuthProvider({ children }: { children: ReactNode }) {
	const queries = useQueryClient()
	const [session, setSession] = useState<Session | null>(null)
	const [loading, setLoading] = useState(true)
	const [failure, setFailure] = useState<Error | null>(null)
	const [error, setError] = useState<Error | null>(null)
	const [ended, setEnded] = useState<Error | null>(null)
	const [recovering, setRecovering] = useState(false)
	const userId = useRef<string | undefined>(undefined)

	useEffect(() => {
		let stop = () => {}
		let isUnmounted = false
		let eventCount = 0
		const follow = (event: AuthChangeEvent, next: Session | null) => {
			eventCount += 1
			// Cached data of one person must not be shown to the next.
			if (userId.current && userId.current !== next?.user.id) queries.clear()
			userId.current = next?.user.id
			setSession(next)
			setLoading(false)
			if (next) setEnded(null)
			if (event === 'PASSWORD_RECOVERY') setRecovering(true)
		}
		const start = async () => {
			const client = await supabase
			if (isUnmounted) return
			const { data } = client.auth.onAuthStateChange(follow)
			stop = () => data.subscription.unsubscribe()
			const callbackState = await client.auth.initialize()
			if (callbackState.error) setError(callbackState.error)
			const before = eventCount
			const found = await client.auth.getSession()
			// An event that arrived during this lookup is newer: another tab may have signed out.
			if (isUnmounted || eventCount !== before) return
			userId.current = found.data.session?.user.id
			setSession(found.data.session)
			setLoading(false)
		}
		start().catch((reason: Error) => setFailure(reason))
		return () => {
			isUnmounted = true
			stop()
		}
	}, [queries])

	useEffect(() => onSessionEnd(setEnded), [])

	const auth = useMemo<Auth>(
		() => ({ ...authActions, session, user: session?.user ?? null, loading }),
		[session, loading],
	)
	const callbackState = useMemo<AuthCallbackState>(
		() => ({
			error: error ?? ended,
			clearError: () => {
				setError(null)
				setEnded(null)
			},
			isRecovering: recovering,
			finishRecovery: () => setRecovering(false),
		}),
		[error, ended, recovering],
	)
	if (failure) throw failure
	return (
		<AuthContext value={auth}>
			<AuthCallbackContext value={callbackState}>{children}</AuthCallbackContext>
		</AuthContext>
	)
}

/** Session, user and the actions of signing in and out. */
export function useAuth(): Auth {
	const auth = useContext(AuthContext)
	if (!auth) throw new Error('useAuth needs an AuthProvider around it.')
	return auth
}

/** The signed-in person; only below a route that requires one. */
export function useUser(): User {
	const { user } = useAuth()
	if (!user) throw new Error('useUser is for screens behind sign-in.')
	return user
}

/** The outcome of the URL: a callback error, or a recovery that awaits its new password. */
export function useAuthCallback(): AuthCallbackState {
	const callbackState = useContext(AuthCallbackContext)
	if (!callbackState) throw new Error('useAuthCallback needs an AuthProvider around it.')
	return callbackState
}
