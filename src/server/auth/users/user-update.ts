import type { Context } from 'hono'
import { z } from 'zod'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser, type SignedIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { challengeFields, metadata, optional, readBody, text } from '#server/auth/body.ts'
import { AuthError, emailExists, invalid } from '#server/auth/errors.ts'
import { parseChallenge } from '#server/auth/grants/pkce.ts'
import { parseEmail, phoneDisabled } from '#server/auth/mail-links/addresses.ts'
import { emailChangeMails } from '#server/auth/mail-links/email-change.ts'
import { hashCode } from '#server/auth/mail-links/one-time-token.ts'
import { requireStrong } from '#server/auth/passwords/password-policy.ts'
import { endOtherSessions } from '#server/auth/sessions/session-queries.ts'
import { dropTokens, noteWrongCode, spendCode } from '#server/auth/sessions/token-queries.ts'
import type { Env } from '#server/deps.ts'
import type { Query } from '#server/pg/sql.ts'
import { type Account, hasVerifiedFactor, userJson } from './account.ts'
import { accountByEmail, accountById, mergeUserMetadata, setPassword } from './user-queries.ts'

const body = z.object({
	email: text,
	phone: text,
	password: optional(z.string()),
	current_password: text,
	nonce: text,
	data: metadata,
	app_metadata: metadata,
	channel: text,
	...challengeFields,
})
type Change = z.output<typeof body>

/** PUT /user: metadata, password, a new address (auth.md §3.2). */
export function updateUser(context: AuthContext) {
	const { config, db, jobs, limits } = context
	return async (c: Context<Env>) => {
		const signedIn = await requireUser(context, c)
		const change = await readBody(c, body)
		await limits.request('user', c.var.ip)
		const { account, session } = signedIn
		requireAllowed(change, signedIn)
		if (change.phone && change.phone.replace(/^\+/, '') !== account.phone)
			throw phoneDisabled('Unsupported phone provider')

		const statements: Query[] = []
		if (change.data) statements.push(mergeUserMetadata(account.id, change.data))
		if (change.password !== undefined) {
			await requireStrong(change.password, config, change.email ?? account.email)
			await requireProof(context, account, change)
			const hash = await newPasswordHash(context, account, change.password)
			statements.push(
				setPassword(account.id, hash),
				endOtherSessions(account.id, session?.id ?? null),
				dropTokens(account.id),
			)
		}
		statements.push(...(await addressChange(context, c, account, change)))
		const action = change.password === undefined ? 'user_modified' : 'user_updated_password'
		statements.push(noteAudit(action, account.id, c.var.ip))

		const [changed] = await db.as(authService, async (tx) => {
			const done = statements.map((query) => tx.query(query))
			const [rows] = await Promise.all([tx.final<Account>(accountById(account.id)), ...done])
			return rows
		})
		jobs.wake()
		return c.json(userJson(changed ?? account))
	}
}

function requireAllowed(change: Change, { account, session }: SignedIn): void {
	const { email, phone, password, nonce } = change
	if (change.app_metadata)
		throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
	const touchesLogin = email !== undefined || phone !== undefined || password !== undefined
	if (touchesLogin && hasVerifiedFactor(account) && session?.aal !== 'aal2')
		throw new AuthError(
			401,
			'insufficient_aal',
			'AAL2 session is required to update email or password when MFA is enabled.',
		)
	if (account.is_anonymous && password !== undefined && !email && !phone && !account.email)
		throw invalid(
			'Updating password of an anonymous user without an email or phone is not allowed',
			422,
		)
	if (account.is_sso_user && (touchesLogin || nonce))
		throw new AuthError(
			422,
			'user_sso_managed',
			'Updating email, phone, password of a SSO account only possible via SSO',
		)
}

/** A code or the old password is not demanded here; whoever sends one means it. */
async function requireProof(
	{ db, keys, passwords }: AuthContext,
	{ email, encrypted_password: stored }: Account,
	{ nonce, current_password: current }: Change,
): Promise<void> {
	if (current && !(await passwords.verify(stored, current)))
		throw new AuthError(
			400,
			'current_password_invalid',
			'Current password required when setting new password.',
		)
	if (!nonce) return
	const kinds = ['reauthentication'] as const
	const address = email ?? ''
	const [spent] = await db.as(authService, async (tx) => {
		const rows = await tx.query(spendCode(address, hashCode(address, nonce, keys.secret), kinds))
		if (rows.length === 0) await tx.query(noteWrongCode(address, kinds))
		return rows
	})
	if (!spent)
		throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

async function newPasswordHash({ passwords }: AuthContext, account: Account, password: string) {
	const stored = account.encrypted_password
	if (stored && (await passwords.verify(stored, password)))
		throw new AuthError(
			422,
			'same_password',
			'New password should be different from the old password.',
		)
	return passwords.hash(password)
}

async function addressChange(
	context: AuthContext,
	c: Context<Env>,
	account: Account,
	{ email: given, ...pkce }: Change,
): Promise<Query[]> {
	const email = given && parseEmail(given)
	if (!email || email === account.email) return []
	const [other] = await context.db.as(
		authService,
		(tx) => tx.final<Account>(accountByEmail(email)),
		{ readOnly: true },
	)
	if (other) throw emailExists()
	const challenge = parseChallenge(pkce.code_challenge, pkce.code_challenge_method)
	await context.limits.mail('email_change', email)
	const redirectTo = context.redirects.choose(c)
	return emailChangeMails(context, c, account, email, { redirectTo, challenge })
}
