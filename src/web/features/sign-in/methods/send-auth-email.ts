import type { SentEmail } from '#web/features/sign-in/auth-draft.ts'
import { isAuthError } from '#web/lib/auth/auth-errors.ts'
import { mailReturnUrl } from '#web/lib/auth/auth-redirect.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'

/**
 * Sends the mail with a link and a six-digit code; resends it for `signup`. `purpose` is also the type for
 * verification. Throws the auth service's error.
 */
export async function sendAuthEmail(
	client: Client,
	purpose: SentEmail['purpose'],
	email: string,
	captchaToken?: string,
): Promise<void> {
	const back = mailReturnUrl()
	if (purpose === 'recovery')
		throwIfError(await client.auth.resetPasswordForEmail(email, { redirectTo: back, captchaToken }))
	else if (purpose === 'email') {
		const options = { emailRedirectTo: back, shouldCreateUser: false, captchaToken }
		checkExceptUnknownUser(await client.auth.signInWithOtp({ email, options }))
	} else
		throwIfError(
			await client.auth.resend({
				type: 'signup',
				email,
				options: { emailRedirectTo: back, captchaToken },
			}),
		)
}

/** Throws the response's error, except for an unknown address: it must not reveal who has an account. */
export function checkExceptUnknownUser({ error }: { error: unknown }): void {
	if (error && !isAuthError(error, 'otp_disabled')) throw error
}
