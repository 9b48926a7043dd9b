import type { Context } from 'hono'
import type { Env } from '#server/deps.ts'
import { mailToken } from './account-mails.ts'
import type { AuthContext } from './auth-context.ts'
import { requireUser } from './bearer.ts'
import { AuthError, invalid } from './errors.ts'
import { authService } from './service-role.ts'
import { noteReauthenticationSent } from './user-queries.ts'

/** GET /reauthenticate: mails a code that proves who sits at the keyboard (auth.md §3.3). */
export function reauthenticate(context: AuthContext) {
	const { config, db, jobs, limits } = context
	return async (c: Context<Env>) => {
		const { account } = await requireUser(context, c)
		const { id, email } = account
		if (!email)
			throw invalid('Reauthentication requires the user to have an email or a phone number')
		if (!account.email_confirmed_at)
			throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
		await limits.mail('reauthentication', email)
		const statements = mailToken(context, c, {
			userId: id,
			to: email,
			kind: 'reauthentication',
			template: 'reauthentication',
			linkType: 'recovery',
			redirectTo: config.SITE_URL,
		})
		await db.as(authService, (tx) =>
			Promise.all([noteReauthenticationSent(id), ...statements].map((query) => tx.query(query))),
		)
		jobs.wake()
		return c.json({})
	}
}
