import type {
	Provider,
	Session,
	SignInWithOAuthCredentials,
	SignInWithPasswordCredentials,
	SignUpWithPasswordCredentials,
} from '@supabase/supabase-js'
import { supabase } from '#web/lib/client/supabase.ts'
import { waitForSession } from './wait-for-session.ts'

/** Sign-in and sign-out actions. Each logs its error and rethrows it. */
export type AuthActions = {
	signOut: () => Promise<void>
	/** Redirects to Google; when the page stays, resolves with the session that another window obtained. */
	signInWithGoogle: () => Promise<Session>
	/** The same for any other enabled provider. */
	signInWithProvider: (provider: string) => Promise<Session>
	signInWithEmail: (email: string, password: string, captchaToken?: string) => Promise<void>
	/** Resolves with false when the address must be confirmed first. */
	signUp: (email: string, password: string, username: string, captchaToken?: string) => Promise<boolean>
}

export const authActions: AuthActions = {
	signOut: () =>
		logErrors('sign-out', async () => {
			const { error } = await (await supabase).auth.signOut()
			if (error) throw error
		}),

	signInWithGoogle: () =>
		logErrors('Google sign-in', () =>
			redirectToProvider('google', {
				scopes: 'email profile openid',
				queryParams: { access_type: 'offline', prompt: 'consent' },
			}),
		),

	signInWithProvider: (provider) => logErrors(`${provider} sign-in`, () => redirectToProvider(provider)),

	signInWithEmail: (email, password, captchaToken) =>
		logErrors('sign-in', async () => {
			const given = completeCredentials(email, password)
			const { error } = await (await supabase).auth.signInWithPassword(
				given ? { ...given, options: { captchaToken } } : ({} as SignInWithPasswordCredentials),
			)
			if (error) throw error
		}),

	signUp: (email, password, username, captchaToken) =>
		logErrors('sign-up', async () => {
			const given = completeCredentials(email, password)
			const emailRedirectTo = `${window.location.origin}/`
			const options = { data: { username }, emailRedirectTo, captchaToken }
			const { data, error } = await (await supabase).auth.signUp(
				given ? { ...given, options } : ({} as SignUpWithPasswordCredentials),
			)
			if (error) throw error
			return data.session !== null
		}),
}

async function redirectToProvider(
	provider: string,
	options: Omit<SignInWithOAuthCredentials['options'], 'redirectTo'> = {},
): Promise<Session> {
	const client = await supabase
	const { error } = await client.auth.signInWithOAuth({
		// The name comes from the settings; the client's type lists only the providers that it knew.
		provider: provider as Provider,
		options: { ...options, redirectTo: `${window.location.origin}/` },
	})
	if (error) throw error
	return waitForSession(async () => (await client.auth.getSession()).data.session)
}

// With a missing value the client is called without credentials, so that it throws its own error.
function completeCredentials(email: string, password: string) {
	return email && password ? { email, password } : undefined
}

async function logErrors<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work()
	} catch (error) {
		console.error(`The ${what} failed:`, error)
		throw error
	}
}
