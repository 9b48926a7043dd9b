import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { parseEmail } from '#platform/auth/accounts/users/contact.ts'
import { accountByEmail } from '#platform/auth/accounts/users/contact-queries.ts'
import { insertContactUser } from '#platform/auth/accounts/users/insert-user.ts'
import { setInvitedAt } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { metadata, readBody, text } from '#platform/auth/body.ts'
import { prepareOtpEmail, sendEmailsAndReadUser } from '#platform/auth/delivery/email/email-otp.ts'
import {
	createUser,
	enqueueAfterUserCreatedHook,
	runBeforeUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { emailExists } from '#platform/auth/errors.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

const body = z.object({ email: text, data: metadata })

/** POST /invite: creates a user without password and mails an invitation. */
export function invite(context: AuthContext) {
	const { redirects } = context
	return async (x: Exchange) => {
		const { email, data = {} } = await readBody(x, body)
		const address = parseEmail(email)
		const redirectTo = redirects.resolve(x)
		const account = await createUser(context, data, async (tx) => {
			const [known] = await tx.query<Account>(accountByEmail(address, requestedAudience(x)))
			if (known?.email_confirmed_at) throw emailExists()
			const id = known?.id ?? randomUUID()
			if (!known) {
				const candidate = { id, email: address, provider: 'email', data }
				await runBeforeUserCreatedHook(context, candidate, { ip: x.ip, tx })
				const contact = { kind: 'email', address } as const
				const user = { id, contact, data, password: null, ip: x.ip, keepsData: true, audience: requestedAudience(x) }
				await insertContactUser(tx, user, false)
			}
			const emails = prepareOtpEmail(context, x, {
				user: known ?? { id, raw_user_meta_data: data },
				to: address,
				template: 'invite',
				redirectTo,
				dropsPassword: true,
			})
			const audit = insertAuditEntry('user_invited', id, x.ip)
			const hookJobs = known ? [] : enqueueAfterUserCreatedHook(context, id, x.ip)
			return sendEmailsAndReadUser(tx, emails, id, [setInvitedAt(id), audit, ...hookJobs])
		})
		return json(userJson(account as Account))
	}
}
