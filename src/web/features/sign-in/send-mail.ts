import { check } from '#web/lib/errors.ts'
import type { Client } from '#web/lib/supabase.ts'

/** Why a mail with a link and a six-digit code is sent; also the type that the code is verified with. */
export type MailPurpose = 'signup' | 'recovery' | 'email'

/** Sends the mail for a purpose; `signup` sends it again. Throws the auth service's error. */
export async function sendMail(client: Client, purpose: MailPurpose, email: string): Promise<void> {
	const back = `${window.location.origin}/`
	if (purpose === 'recovery')
		check(await client.auth.resetPasswordForEmail(email, { redirectTo: back }))
	else if (purpose === 'email')
		check(
			await client.auth.signInWithOtp({
				email,
				options: { emailRedirectTo: back, shouldCreateUser: false },
			}),
		)
	else
		check(await client.auth.resend({ type: 'signup', email, options: { emailRedirectTo: back } }))
}
