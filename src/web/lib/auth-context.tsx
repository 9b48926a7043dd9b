import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import {
	createContext,
	type ReactNode,
	useContext,
	useEffect,
	useMemo,
	useRef,
	useState,
} from 'react'
import { type AuthActions, authActions } from './auth-actions.ts'
import { watchSessionEnd } from './session-end.ts'
import { supabase } from './supabase.ts'

/** What `useAuth()` gives (product.md §2). Errors of the actions are logged and thrown on. */
export type Auth = AuthActions & {
	session: Session | null
	user: User | null
	/** True until the first session lookup finished or an auth event arrived. */
	loading: boolean
}

/** What the way into the page brought: an error in the callback, a session that ended elsewhere, or the wish for a new password. */
export type AuthArrival = {
	error: Error | null
	clearError: () => void
	recovering: boolean
	doneRecovering: () => void
}

const AuthContext = createContext<Auth | null>(null)
const ArrivalContext = createContext<AuthArrival | null>(null)

/** Follows the official client's session. A client that cannot start fails into the error box. */
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
		let gone = false
		let heard = 0
		const follow = (event: AuthChangeEvent, next: Session | null) => {
			heard += 1
			// Nothing that one person loaded may be shown to the next one.
			if (userId.current && userId.current !== next?.user.id) queries.clear()
			userId.current = next?.user.id
			setSession(next)
			setLoading(false)
			if (next) setEnded(null)
			if (event === 'PASSWORD_RECOVERY') setRecovering(true)
		}
		const start = async () => {
			const client = await supabase
			if (gone) return
			const { data } = client.auth.onAuthStateChange(follow)
			stop = () => data.subscription.unsubscribe()
			const arrival = await client.auth.initialize()
			if (arrival.error) setError(arrival.error)
			const before = heard
			const found = await client.auth.getSession()
			// What was told while this was looked up is newer: another tab may have signed out.
			if (gone || heard !== before) return
			userId.current = found.data.session?.user.id
			setSession(found.data.session)
			setLoading(false)
		}
		start().catch((reason: Error) => setFailure(reason))
		return () => {
			gone = true
			stop()
		}
	}, [queries])

	useEffect(() => watchSessionEnd(setEnded), [])

	const auth = useMemo<Auth>(
		() => ({ ...authActions, session, user: session?.user ?? null, loading }),
		[session, loading],
	)
	const arrival = useMemo<AuthArrival>(
		() => ({
			error: error ?? ended,
			clearError: () => {
				setError(null)
				setEnded(null)
			},
			recovering,
			doneRecovering: () => setRecovering(false),
		}),
		[error, ended, recovering],
	)
	if (failure) throw failure
	return (
		<AuthContext value={auth}>
			<ArrivalContext value={arrival}>{children}</ArrivalContext>
		</AuthContext>
	)
}

/** Session, user and the actions of signing in and out. */
export function useAuth(): Auth {
	const auth = useContext(AuthContext)
	if (!auth) throw new Error('useAuth needs an AuthProvider around it.')
	return auth
}

/** The person who is signed in; only below a route that requires one. */
export function useUser(): User {
	const { user } = useAuth()
	if (!user) throw new Error('useUser is for screens behind sign-in.')
	return user
}

/** What came with the address: an error of a callback, a recovery that waits for its new password. */
export function useAuthArrival(): AuthArrival {
	const arrival = useContext(ArrivalContext)
	if (!arrival) throw new Error('useAuthArrival needs an AuthProvider around it.')
	return arrival
}
