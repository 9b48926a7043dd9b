import { isAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import type { Client } from '#web/lib/supabase.ts'
import type { Sent } from './auth-draft.ts'

/**
 * Sends the mail with a link and a six-digit code; for `signup` once more. `purpose` is also the type that
 * the code is verified with. Throws the auth service's error.
 */
export async function sendMail(
	client: Client,
	purpose: Sent['purpose'],
	email: string,
	captchaToken?: string,
): Promise<void> {
	const back = `${window.location.origin}/`
	if (purpose === 'recovery')
		check(await client.auth.resetPasswordForEmail(email, { redirectTo: back, captchaToken }))
	else if (purpose === 'email') {
		const options = { emailRedirectTo: back, shouldCreateUser: false, captchaToken }
		checkSilently(await client.auth.signInWithOtp({ email, options }))
	} else
		check(
			await client.auth.resend({
				type: 'signup',
				email,
				options: { emailRedirectTo: back, captchaToken },
			}),
		)
}

/** Throws an answer's error, but for that of an unknown address: a stranger must not learn who has an account. */
export function checkSilently({ error }: { error: unknown }): void {
	if (error && !isAuthError(error, 'otp_disabled')) throw error
}
