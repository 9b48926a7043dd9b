import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { sealForMail, unsealForMail } from '#server/auth/mail-links/mail-seal.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { accountById } from '#server/auth/users/user-queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import type { Query } from '#server/pg/sql.ts'
import type { EmailData } from './email-data.ts'
import type { Hook, Hooks } from './hooks.ts'

/** A mail that the hook sends instead of us. */
export type HookMail = { userId: string; ip: string; data: EmailData }

/**
 * Has a mail sent by the hook as part of a transaction, the user being as it is there by now.
 * @throws HookRefusal, AuthError when the hook did not take the mail: then nothing of the transaction stays
 */
export async function sendByHook(
	hook: Hook,
	tx: Tx,
	{ userId, ip, data }: HookMail,
): Promise<void> {
	const [account] = await tx.query<Account>(accountById(userId))
	if (account) await hook.run({ user: userJson(account), email_data: data }, { ip, tx })
}

const job = 'hook-mail'
const payload = z.object({
	userId: z.uuid(),
	ip: z.string(),
	data: z.record(z.string(), z.string()),
	sealed: z.string(),
})
const secretFields = ['token', 'token_hash', 'token_new', 'token_hash_new'] as const

/**
 * The statement that has the hook send a mail after the commit, retried until it takes it. For answers that must not tell whether
 * there is anybody to write to, and for notices. What opens an account waits encrypted.
 */
export function queueForHook(
	{ jobs, keys }: Pick<AuthContext, 'jobs' | 'keys'>,
	{ userId, ip, data }: HookMail,
): Query {
	const secret = Object.fromEntries(secretFields.map((field) => [field, data[field]]))
	const open = Object.entries(data).filter(([field]) => !(field in secret))
	const sealed = sealForMail(keys.secret, secret)
	return jobs.enqueue(job, { userId, ip, data: Object.fromEntries(open), sealed })
}

/** Hands the queued mails to the hook. */
export function registerMailHook(
	{ db, jobs, keys }: Pick<Deps, 'db' | 'jobs' | 'keys'>,
	hooks: Hooks,
): void {
	jobs.handle(job, async (given) => {
		const { userId, ip, data, sealed } = payload.parse(given)
		const [account] = await db.as(authService, (tx) => tx.final<Account>(accountById(userId)), {
			readOnly: true,
		})
		if (!account) return
		const email = { ...data, ...(unsealForMail(keys.secret, sealed) as object) }
		await hooks.sendEmail?.run({ user: userJson(account), email_data: email }, { ip })
	})
}
