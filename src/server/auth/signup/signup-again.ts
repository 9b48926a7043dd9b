import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import { inEvenTime } from '#server/auth/limits/even-time.ts'
import { mailToken, sendLetters } from '#server/auth/mail-links/account-mails.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { accountById, insertUser, noteConfirmationSent } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import { RollbackWith } from '#server/pg/db.ts'
import type { Signup } from './signup-create.ts'
import { explainUsername } from './username.ts'

/** Answers a sign-up for an address that somebody has already (auth.md §2.1). */
export async function answerKnown(
	context: AuthContext,
	c: Context<Env>,
	request: Signup,
	known: Account,
): Promise<Response> {
	if (context.config.MAIL_AUTOCONFIRM) {
		const audit = noteAudit('user_repeated_signup', known.id, c.var.ip, { provider: 'email' })
		await context.db.as(authService, (tx) => tx.final(audit))
		throw new AuthError(422, 'user_already_exists', 'User already registered')
	}
	return c.json(
		known.email_confirmed_at || known.aud !== audienceOf(c)
			? await pretend(context, c, request, known.id)
			: await mailAgain(context, c, request, known),
	)
}

/** What a stranger is shown: a user that does not exist, after the same work and the same refusals. */
async function pretend(
	context: AuthContext,
	c: Context<Env>,
	{ id, email, password, data }: Signup,
	knownId: string,
) {
	const { db, hooks, passwords } = context
	const hash = await passwords.hash(password)
	const tried = db
		.as(authService, async (tx) => {
			await tx.query(
				insertUser({
					id,
					email: null,
					password: hash,
					appMetadata: {},
					userMetadata: data,
					confirmed: false,
					anonymous: false,
				}),
			)
			throw new RollbackWith(undefined)
		})
		.catch((error) => explainUsername(context, error, data.username))
	const audit = noteAudit('user_repeated_signup', knownId, c.var.ip, { provider: 'email' })
	const worked = tried.then(() => db.as(authService, (tx) => tx.final(audit)))
	await inEvenTime(worked.then(() => hooks.sendEmail?.pretend()))
	const at = new Date()
	return {
		id,
		aud: 'authenticated',
		role: '',
		email,
		phone: '',
		confirmation_sent_at: at,
		app_metadata: { provider: 'email', providers: ['email'] },
		user_metadata: data,
		identities: [],
		created_at: at,
		updated_at: at,
		is_anonymous: false,
	}
}

/** Sends the confirmation again. The stored password stands only if this caller knows it too. */
async function mailAgain(
	context: AuthContext,
	c: Context<Env>,
	{ email, password, challenge, redirectTo }: Signup,
	known: Account,
) {
	const { db, jobs, passwords } = context
	const knows = await passwords.verify(known.encrypted_password, password)
	const mailed = db.as(authService, async (tx) => {
		const letters = mailToken(context, c, {
			userId: known.id,
			to: email,
			kind: 'confirmation',
			template: 'confirmation',
			linkType: 'signup',
			redirectTo,
			challenge,
			dropsPassword: !knows,
			metadata: known.raw_user_meta_data,
		})
		const audit = noteAudit('user_confirmation_requested', known.id, c.var.ip)
		const noted = [audit, noteConfirmationSent(known.id)].map((query) => tx.query(query))
		const sending = Promise.all([...noted, sendLetters(tx, letters)])
		if (letters.deliver) await sending
		const [rows] = await Promise.all([tx.final<Account>(accountById(known.id)), sending])
		return rows
	})
	const [account] = await inEvenTime(mailed.finally(jobs.wake))
	const shown = userJson(account ?? known)
	return known.invited_at ? { ...shown, user_metadata: {}, identities: [] } : shown
}
