import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { metadata, readBody, text } from '#server/auth/body.ts'
import { emailExists } from '#server/auth/errors.ts'
import { askBeforeUserCreated, tellUserCreated } from '#server/auth/hooks/user-created.ts'
import { mailToken, sendLetters } from '#server/auth/mail-links/account-mails.ts'
import { parseEmail } from '#server/auth/mail-links/addresses.ts'
import { makeMailUser } from '#server/auth/signup/signup-create.ts'
import { explainUsername } from '#server/auth/signup/username.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { accountByEmail, accountById, noteInvited } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import { noteAudit } from './audit-queries.ts'

const body = z.object({ email: text, data: metadata })

/** POST /invite: a user without password, and a mail that lets them in (auth.md §4). */
export function invite(context: AuthContext) {
	const { db, jobs, redirects } = context
	return async (c: Context<Env>) => {
		const { email, data = {} } = await readBody(c, body)
		const address = parseEmail(email)
		const redirectTo = redirects.choose(c)
		const [account] = await db
			.as(authService, async (tx) => {
				const [known] = await tx.query<Account>(accountByEmail(address, audienceOf(c)))
				if (known?.email_confirmed_at) throw emailExists()
				const id = known?.id ?? randomUUID()
				if (!known) {
					const newcomer = { id, email: address, provider: 'email', data }
					await askBeforeUserCreated(context, newcomer, { ip: c.var.ip, tx })
					await makeMailUser(
						tx,
						{ ...newcomer, password: null, ip: c.var.ip, keepsData: true, audience: audienceOf(c) },
						false,
					)
				}
				const letters = mailToken(context, c, {
					userId: id,
					to: address,
					kind: 'confirmation',
					template: 'invite',
					linkType: 'invite',
					redirectTo,
					dropsPassword: true,
					metadata: known?.raw_user_meta_data ?? data,
				})
				const audit = noteAudit('user_invited', id, c.var.ip)
				const told = known ? [] : tellUserCreated(context, id, c.var.ip)
				const noted = [noteInvited(id), audit, ...told].map((query) => tx.query(query))
				const sending = Promise.all([...noted, sendLetters(tx, letters)])
				if (letters.deliver) await sending
				const [rows] = await Promise.all([tx.final<Account>(accountById(id)), sending])
				return rows
			})
			.catch((error) => explainUsername(context, error, data.username))
		jobs.wake()
		return c.json(userJson(account as Account))
	}
}
