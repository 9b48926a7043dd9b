import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { AuthError } from '#server/auth/errors.ts'
import { mailToken, sendLetters } from '#server/auth/mail-links/account-mails.ts'
import type { Profile } from '#server/auth/openid/profile.ts'
import type { Account } from '#server/auth/users/account.ts'
import { accountById, noteConfirmationSent } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { noteAsker } from './link-queries.ts'

/**
 * A provider that does not vouch for an address leaves it to its owner to prove it, by mail, before anybody gets in.
 * Where the address belongs to another account, no mail can help: only the provider's word can.
 * @returns the refusal to answer with after the commit; nothing when no proof is missing
 */
export async function askForProof(
	context: AuthContext,
	c: Context<Env>,
	tx: Tx,
	userId: string,
	provider: string,
	profile: Profile,
	redirectTo: string,
): Promise<AuthError | undefined> {
	const [account] = await tx.query<Account>(accountById(userId))
	if (!account || account.email_confirmed_at) return undefined
	if (!account.email)
		return profile.email && !profile.emailVerified
			? needsVerification(
					`Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
				)
			: undefined
	await context.limits.mail('confirmation', account.email, tx)
	const letters = mailToken(context, c, {
		userId,
		to: account.email,
		kind: 'confirmation',
		template: 'confirmation',
		linkType: 'signup',
		redirectTo,
		dropsPassword: true,
		metadata: account.raw_user_meta_data,
	})
	const asker = noteAsker(userId, provider, profile.subject)
	const sending = sendLetters(tx, { ...letters, statements: [...letters.statements, asker] })
	await Promise.all([tx.query(noteConfirmationSent(userId)), sending])
	return needsVerification(
		`Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
	)
}

function needsVerification(message: string): AuthError {
	return new AuthError(422, 'provider_email_needs_verification', message)
}
