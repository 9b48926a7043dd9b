import type {
	Provider,
	Session,
	SignInWithOAuthCredentials,
	SignInWithPasswordCredentials,
	SignUpWithPasswordCredentials,
} from '@supabase/supabase-js'
import { supabase } from './supabase.ts'
import { waitForSession } from './wait-for-session.ts'

/** What a person does to a session. Each logs its error and throws it on. */
export type AuthActions = {
	signOut: () => Promise<void>
	/** Leaves for Google; when the page stays, resolves with the session that another window brought. */
	signInWithGoogle: () => Promise<Session>
	/** The same with any other provider that is set up. */
	signInWithProvider: (provider: string) => Promise<Session>
	signInWithEmail: (email: string, password: string, captchaToken?: string) => Promise<void>
	/** Resolves with false when the address must be confirmed first. */
	signUp: (
		email: string,
		password: string,
		username: string,
		captchaToken?: string,
	) => Promise<boolean>
}

export const authActions: AuthActions = {
	signOut: () =>
		loud('sign-out', async () => {
			const { error } = await (await supabase).auth.signOut()
			if (error) throw error
		}),

	signInWithGoogle: () =>
		loud('Google sign-in', () =>
			leaveFor('google', {
				scopes: 'email profile openid',
				queryParams: { access_type: 'offline', prompt: 'consent' },
			}),
		),

	signInWithProvider: (provider) => loud(`${provider} sign-in`, () => leaveFor(provider)),

	signInWithEmail: (email, password, captchaToken) =>
		loud('sign-in', async () => {
			const given = complete(email, password)
			const { error } = await (await supabase).auth.signInWithPassword(
				given ? { ...given, options: { captchaToken } } : ({} as SignInWithPasswordCredentials),
			)
			if (error) throw error
		}),

	signUp: (email, password, username, captchaToken) =>
		loud('sign-up', async () => {
			const given = complete(email, password)
			const emailRedirectTo = `${window.location.origin}/`
			const options = { data: { username }, emailRedirectTo, captchaToken }
			const { data, error } = await (await supabase).auth.signUp(
				given ? { ...given, options } : ({} as SignUpWithPasswordCredentials),
			)
			if (error) throw error
			return data.session !== null
		}),
}

async function leaveFor(
	provider: string,
	options: Omit<SignInWithOAuthCredentials['options'], 'redirectTo'> = {},
): Promise<Session> {
	const client = await supabase
	const { error } = await client.auth.signInWithOAuth({
		// A name from the settings; the client's own list ends with those that it was written with.
		provider: provider as Provider,
		options: { ...options, redirectTo: `${window.location.origin}/` },
	})
	if (error) throw error
	return waitForSession(async () => (await client.auth.getSession()).data.session)
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
