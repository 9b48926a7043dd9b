import type { Context } from 'hono'
import { z } from 'zod'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { challengeFields, readBody, text } from '#server/auth/body.ts'
import { ignoreUserGone } from '#server/auth/database-errors.ts'
import { invalid } from '#server/auth/errors.ts'
import { parseChallenge } from '#server/auth/grants/pkce.ts'
import { inEvenTime } from '#server/auth/limits/even-time.ts'
import type { Account } from '#server/auth/users/account.ts'
import { accountByEmail, noteRecoverySent } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import { mailToken, sendLetters } from './account-mails.ts'
import { emailDisabled, parseEmail } from './addresses.ts'

const body = z.object({ email: text, ...challengeFields })

/** POST /recover: a mail for whoever forgot the password; always 200, whoever asks (auth.md §2.6). */
export function recover(context: AuthContext) {
	const { config, db, jobs, limits, redirects } = context
	return async (c: Context<Env>) => {
		const given = await readBody(c, body)
		await limits.request('recover', c.var.ip)
		if (!given.email) throw invalid('Password recovery requires an email')
		const challenge = parseChallenge(given.code_challenge, given.code_challenge_method)
		if (!config.EMAIL_SIGNIN) throw emailDisabled()
		const email = parseEmail(given.email)
		const redirectTo = redirects.choose(c)
		await limits.mail('recovery', email)
		const mailed = db.as(authService, async (tx) => {
			const [account] = await tx.query<Account>(accountByEmail(email, audienceOf(c)))
			if (!account) return
			const letters = mailToken(context, c, {
				userId: account.id,
				to: email,
				kind: 'recovery',
				template: 'recovery',
				linkType: 'recovery',
				redirectTo,
				challenge,
				metadata: account.raw_user_meta_data,
				dropsPassword: account.email_confirmed_at === null,
				discreet: true,
			})
			const audit = noteAudit('user_recovery_requested', account.id, c.var.ip)
			const noted = [noteRecoverySent(account.id), audit].map((query) => tx.query(query))
			await Promise.all([...noted, sendLetters(tx, letters)])
		})
		// Woken within the even time, so that the mail's own work delays no answer.
		await inEvenTime(mailed.catch(ignoreUserGone).then(jobs.wake))
		return c.json({})
	}
}
