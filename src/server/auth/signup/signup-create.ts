import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { SessionFacts } from '#server/auth/bearer/access-token.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import type { Challenge } from '#server/auth/grants/pkce.ts'
import { tellUserCreated, wakeUserCreated } from '#server/auth/hooks/user-created.ts'
import { inEvenTime } from '#server/auth/limits/even-time.ts'
import { mailToken, sendLetters } from '#server/auth/mail-links/account-mails.ts'
import { startSession } from '#server/auth/sessions/sessions.ts'
import type { Account } from '#server/auth/users/account.ts'
import {
	accountById,
	insertIdentity,
	insertUser,
	noteConfirmationSent,
} from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { explainUsername } from './username.ts'

/** A sign-up whose form was checked. `id`: of the user, if it makes one. */
export type Signup = {
	id: string
	email: string
	password: string
	data: Record<string, unknown>
	challenge: Challenge | undefined
	redirectTo: string
}

/**
 * A user to be made. `ip`: who asked for it, if anybody did from afar. `keepsData`: their metadata is `data` and no more, as
 * administrators expect of whom they make (auth.md 1.5); else it repeats what the identity says.
 */
export type MailUser = {
	id: string
	email: string
	password: string | null
	data: Record<string, unknown>
	ip?: string
	keepsData?: boolean
	audience?: string
}

/** The statements that make a user who has an address. */
export function makeMailUser(tx: Tx, user: MailUser, confirmed: boolean): Promise<unknown> {
	const identity = {
		...(user.keepsData ? {} : user.data),
		sub: user.id,
		email: user.email,
		email_verified: confirmed,
		phone_verified: false,
	}
	const insertion = insertUser({
		id: user.id,
		email: user.email,
		password: user.password,
		appMetadata: { provider: 'email', providers: ['email'] },
		userMetadata: user.keepsData ? user.data : identity,
		confirmed,
		anonymous: false,
		audience: user.audience,
	})
	return Promise.all([
		tx.query(insertion),
		tx.query(insertIdentity(user.id, 'email', user.id, identity)),
		tx.query(noteAudit('user_signedup', user.id, user.ip ?? '', { provider: 'email' })),
	])
}

/**
 * Makes a new user with address and password: with a session when addresses need no confirmation, else with a mail.
 * @throws the driver's error when the address is taken meanwhile; AuthError 409 username_taken
 */
export async function createMailUser(
	context: AuthContext,
	c: Context<Env>,
	{ id, email, password, data, challenge, redirectTo }: Signup,
): Promise<{ account: Account; session: SessionFacts | undefined }> {
	const { config, db, jobs, passwords } = context
	const confirmed = config.MAIL_AUTOCONFIRM
	const hash = await passwords.hash(password)
	const making = db
		.as(authService, async (tx) => {
			const made = makeMailUser(tx, { id, email, password: hash, data, ip: c.var.ip }, confirmed)
			const told = tellUserCreated(context, id, c.var.ip).map((query) => tx.query(query))
			if (confirmed) {
				const [, opened] = await Promise.all([
					made,
					startSession(context, tx, c, id, 'password'),
					...told,
				])
				return opened
			}
			const mail = { userId: id, to: email, redirectTo, challenge, metadata: data }
			const letters = mailToken(context, c, {
				...mail,
				kind: 'confirmation',
				template: 'confirmation',
				linkType: 'signup',
			})
			const noted = tx.query(noteConfirmationSent(id))
			const sending = Promise.all([made, ...told, noted, sendLetters(tx, letters)])
			// What a hook may still take back is not committed before it spoke.
			if (letters.deliver) await sending
			const [[account]] = await Promise.all([tx.final<Account>(accountById(id)), sending])
			return account && { account, session: undefined }
		})
		.catch((error) => explainUsername(context, error, data.username))
	// With a session the answer says anyway that the address was free.
	const created = await (confirmed ? making : inEvenTime(making.finally(jobs.wake)))
	wakeUserCreated(context)
	if (!created) throw new Error('the new user cannot be read back')
	return created
}
