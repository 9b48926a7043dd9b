import { setTokenIdentity } from '#platform/auth/accounts/identities/identity-queries.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import { accountById, setConfirmationSentAt } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { prepareOtpEmail, sendEmails } from '#platform/auth/delivery/email/email-otp.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { tooManyEmails } from '#platform/auth/limits/email-limits.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { ProviderProfile } from './provider-profile.ts'

/**
 * Requires the owner to prove, by mail, an address that the provider did not verify. If the address belongs to another
 * account, only verification by the provider helps.
 * @returns the refusal to answer with after the commit; undefined when no proof is missing
 */
export async function requireProvenEmail(
	context: AuthContext,
	x: Exchange,
	tx: Tx,
	userId: string,
	provider: string,
	profile: ProviderProfile,
	redirectTo: string,
): Promise<AuthError | undefined> {
	const [account] = await tx.query<Account>(accountById(userId))
	if (!account || account.email_confirmed_at) return undefined
	if (!account.email)
		return profile.email && !profile.emailVerified
			? emailNeedsVerification(
					`Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
				)
			: undefined
	await context.limits.consumeEmail('confirmation', account.email, x.ip, tx)
	const wait = await context.limits.consumeShare({ share: 'newcomer' }, tx)
	if (wait > 0) throw tooManyEmails(wait)
	const emails = prepareOtpEmail(context, x, {
		user: account,
		to: account.email,
		template: 'confirmation',
		redirectTo,
		dropsPassword: true,
	})
	const linkToken = setTokenIdentity(userId, provider, profile.subject)
	const sending = sendEmails(tx, { ...emails, statements: [...emails.statements, linkToken] })
	await Promise.all([tx.query(setConfirmationSentAt(userId)), sending])
	return emailNeedsVerification(
		`Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
	)
}

function emailNeedsVerification(message: string): AuthError {
	return new AuthError(422, 'provider_email_needs_verification', message)
}
