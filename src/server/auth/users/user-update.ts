import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser, requireUserLocked, type SignedIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody } from '#server/auth/body.ts'
import { AuthError, emailExists } from '#server/auth/errors.ts'
import { countGuess } from '#server/auth/factors/own-factor.ts'
import { parseChallenge } from '#server/auth/grants/pkce.ts'
import { refreshProviders } from '#server/auth/identities/identity-queries.ts'
import { type Letters, sendLetters } from '#server/auth/mail-links/account-mails.ts'
import { emailChangeMails } from '#server/auth/mail-links/email-change.ts'
import { finishEmailChange, noteEmailChange } from '#server/auth/mail-links/email-change-queries.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import { requireStrong } from '#server/auth/passwords/password-policy.ts'
import { endOtherSessions } from '#server/auth/sessions/session-queries.ts'
import { dropTokens } from '#server/auth/sessions/token-queries.ts'
import { beginPhoneChange } from '#server/auth/sms/phone-change.ts'
import type { Env } from '#server/deps.ts'
import type { Query } from '#server/pg/sql.ts'
import { type Account, userJson } from './account.ts'
import { needsReauthentication, readNewPassword, spendNonce } from './password-change.ts'
import { normaliseChange, requireAllowed, type UserChange, userChangeBody } from './user-change.ts'
import {
	accountByEmail,
	accountById,
	dropPendingChanges,
	mergeUserMetadata,
	setPassword,
} from './user-queries.ts'

/** PUT /user: metadata, password, a new address (auth.md §3.2). */
export function updateUser(context: AuthContext) {
	const { config, db, jobs, limits } = context
	return async (c: Context<Env>) => {
		const signedIn = await requireUser(context, c)
		const change = normaliseChange(await readBody(c, userChangeBody), signedIn)
		await limits.request('user', c.var.ip)
		const { account, session } = signedIn
		const { password, nonce } = change
		if (password !== undefined) await requireStrong(password, config, change.email ?? account.email)
		requireAllowed(change, signedIn)
		await requireFree(context, change)

		const statements: Query[] = []
		if (change.data) statements.push(mergeUserMetadata(account.id, change.data))
		if (password !== undefined) {
			// Whoever stole a session must not find the password out with it, from however many networks.
			const rightGuess = change.current_password && (await countGuess(context, c, 'password'))
			const hash = await readNewPassword(context, signedIn, change, password)
			if (rightGuess) await rightGuess()
			statements.push(
				setPassword(account.id, hash),
				endOtherSessions(account.id, session?.id ?? null),
				dropTokens(account.id),
				// Else whoever began a change could have it mailed again, by the address alone.
				dropPendingChanges(account.id),
				...noticeMail(context, c, account, 'password_changed'),
			)
		}
		statements.push(...(await beginPhoneChange(context, c, account, change)))
		const address = await addressChange(context, c, signedIn, change)
		const action = password === undefined ? 'user_modified' : 'user_updated_password'
		statements.push(noteAudit(action, account.id, c.var.ip))

		const changing = db.as(authService, async (tx) => {
			await requireUserLocked(context, c, tx)
			const isRequired = password !== undefined && needsReauthentication(context, signedIn)
			if (password !== undefined && (isRequired || nonce)) {
				const outcome = await spendNonce(context, tx, account, nonce ?? '')
				// A code that was not asked for is ignored, as by the reference; one that was must be right.
				if (outcome === 'wrong' || (outcome === 'unasked' && isRequired)) return undefined
			}
			const done = [...statements.map((query) => tx.query(query)), sendLetters(tx, address)]
			// What a hook may still take back is not committed before it spoke.
			if (address.deliver) await Promise.all(done)
			const [rows] = await Promise.all([tx.final<Account>(accountById(account.id)), ...done])
			return rows[0] ?? account
		})
		const changed = await changing.catch(async (error) => {
			if (change.email && address.deliver)
				for (const name of windowsOf(account, change.email))
					await limits.noMail('email_change', name)
			throw error
		})
		if (!changed)
			throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
		jobs.wake()
		return c.json(userJson(changed))
	}
}

async function requireFree({ db }: AuthContext, { email }: UserChange): Promise<void> {
	if (!email) return
	const lookup = accountByEmail(email)
	const [other] = await db.as(authService, (tx) => tx.final(lookup), { readOnly: true })
	if (other) throw emailExists()
}

/**
 * A change takes its owner's minute, whatever address they think of next (auth.md §6.1), and that of whoever reads mail
 * there. The owner's is known by their id: nobody else can take it by naming their address.
 */
function windowsOf({ id }: Account, newEmail: string): string[] {
	return [id, newEmail]
}

/** Only somebody without any address gets one unproven, and only where addresses need no proof (auth.md §3.2). */
async function addressChange(
	context: AuthContext,
	c: Context<Env>,
	{ account }: SignedIn,
	{ email, ...pkce }: UserChange,
): Promise<Letters> {
	if (!email) return { statements: [], deliver: undefined }
	const challenge = parseChallenge(pkce.code_challenge, pkce.code_challenge_method)
	if (account.is_anonymous && context.config.MAIL_AUTOCONFIRM)
		return {
			statements: [
				noteEmailChange(account.id, email),
				finishEmailChange(account.id, false),
				refreshProviders(account.id),
			],
			deliver: undefined,
		}
	const { limits } = context
	for (const name of windowsOf(account, email)) await limits.mail('email_change', name)
	if (account.email) await limits.sent('email_change', account.email)
	const redirectTo = context.redirects.choose(c)
	return emailChangeMails(context, c, account, email, { redirectTo, challenge })
}
