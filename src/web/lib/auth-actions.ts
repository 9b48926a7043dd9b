import type {
	Session,
	SignInWithPasswordCredentials,
	SignUpWithPasswordCredentials,
} from '@supabase/supabase-js'
import { supabase } from './supabase.ts'
import { waitForSession } from './wait-for-session.ts'

/** The four things a person does to a session. Each logs its error and throws it on. */
export type AuthActions = {
	signOut: () => Promise<void>
	/** Leaves for Google; when the page stays, resolves with the session that another window brought. */
	signInWithGoogle: () => Promise<Session>
	signInWithEmail: (email: string, password: string) => Promise<void>
	/** Resolves with false when the address must be confirmed first. */
	signUp: (email: string, password: string, username: string) => Promise<boolean>
}

export const authActions: AuthActions = {
	signOut: () =>
		loud('sign-out', async () => {
			const { error } = await (await supabase).auth.signOut()
			if (error) throw error
		}),

	signInWithGoogle: () =>
		loud('Google sign-in', async () => {
			const client = await supabase
			const { error } = await client.auth.signInWithOAuth({
				provider: 'google',
				options: {
					redirectTo: `${window.location.origin}/`,
					scopes: 'email profile openid',
					queryParams: { access_type: 'offline', prompt: 'consent' },
				},
			})
			if (error) throw error
			return waitForSession(async () => (await client.auth.getSession()).data.session)
		}),

	signInWithEmail: (email, password) =>
		loud('sign-in', async () => {
			const { error } = await (await supabase).auth.signInWithPassword(
				complete(email, password) ?? ({} as SignInWithPasswordCredentials),
			)
			if (error) throw error
		}),

	signUp: (email, password, username) =>
		loud('sign-up', async () => {
			const given = complete(email, password)
			const options = { data: { username }, emailRedirectTo: `${window.location.origin}/` }
			const { data, error } = await (await supabase).auth.signUp(
				given ? { ...given, options } : ({} as SignUpWithPasswordCredentials),
			)
			if (error) throw error
			return data.session !== null
		}),
}

// With anything missing the client is asked without credentials, so that its own words are raised.
function complete(email: string, password: string) {
	return email && password ? { email, password } : undefined
}

async function loud<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work()
	} catch (error) {
		console.error(`The ${what} failed:`, error)
		throw error
	}
}
