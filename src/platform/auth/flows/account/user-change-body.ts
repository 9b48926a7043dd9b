import { z } from 'zod'
import type { SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import { hasVerifiedFactor } from '#platform/auth/accounts/users/account.ts'
import { parseEmail, parsePhone } from '#platform/auth/accounts/users/contact.ts'
import { metadata, optional, pkceFields, text } from '#platform/auth/body.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'

/** The body of PUT /user. */
export const userChangeBody = z.object({
	email: text,
	phone: text,
	password: optional(z.string()),
	current_password: text,
	nonce: text,
	data: metadata,
	app_metadata: metadata,
	channel: text,
	...pkceFields,
})

/** A requested change. Contacts are present only when they differ from the current ones. */
export type UserChange = z.output<typeof userChangeBody>

/** Validates a change and drops contacts that stay the same. @throws AuthError 400 validation_failed */
export function normalizeChange(change: UserChange, { account }: Pick<SignedIn, 'account'>): UserChange {
	const email = change.email && parseEmail(change.email)
	const phone = change.phone && parsePhone(change.phone)
	return {
		...change,
		email: email === account.email ? undefined : email,
		phone: phone === account.phone ? undefined : phone,
	}
}

/** @throws AuthError when this user or session may not make the change */
export function requireChangeAllowed(change: UserChange, { account, session }: SignedIn): void {
	const { email, phone, password, nonce } = change
	if (change.app_metadata) throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
	const touchesLogin = email !== undefined || phone !== undefined || password !== undefined
	if (touchesLogin && hasVerifiedFactor(account) && session?.aal !== 'aal2')
		throw new AuthError(
			401,
			'insufficient_aal',
			'AAL2 session is required to update email or password when MFA is enabled.',
		)
	if (account.is_anonymous && password !== undefined && !email && !phone && !account.email)
		throw invalid('Updating password of an anonymous user without an email or phone is not allowed', 422)
	if (account.is_sso_user && (touchesLogin || nonce))
		throw new AuthError(
			422,
			'user_sso_managed',
			'Updating email, phone, password of a SSO account only possible via SSO',
		)
}
