import { z } from 'zod'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { accountById } from '#platform/auth/accounts/users/user-queries.ts'
import type { DeliveryContext } from '#platform/auth/delivery/delivery-context.ts'
import type { Hook, Hooks } from '#platform/auth/delivery/hooks/hooks.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Deps } from '#platform/deps.ts'
import { allSecrets, type Keys } from '#platform/keys/keys.ts'
import { sealJson, unsealJsonUnderAny } from '#platform/keys/sealed-secret.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'

/** `email_data` of the send-email hook, field by field as in Supabase Auth. */
export type EmailData = {
	/** Six digits. */
	token: string
	/** Accepted by `GET /auth/v1/verify?token=` and `POST /verify {token_hash}`. */
	token_hash: string
	redirect_to: string
	email_action_type: string
	/** `<site_url>/verify` is the address for links. */
	site_url: string
	/** The code for the new address, when both addresses confirm a change. */
	token_new: string
	/** The hash that belongs to `token` in that case; `token_hash` belongs to `token_new`. */
	token_hash_new: string
	old_email: string
	old_phone: string
	provider: string
	factor_type: string
}

/** @param known the fields of this mail; the others are empty */
export function emailData(
	siteUrl: string,
	known: Pick<EmailData, 'email_action_type'> & Partial<EmailData>,
): EmailData {
	return {
		token: '',
		token_hash: '',
		redirect_to: '',
		site_url: `${siteUrl}/auth/v1`,
		token_new: '',
		token_hash_new: '',
		old_email: '',
		old_phone: '',
		provider: '',
		factor_type: '',
		...known,
	}
}

/** A mail that the hook sends. */
export type HookEmail = { userId: string; ip: string; data: EmailData }

/**
 * Sends a mail by the hook within a transaction, with the user as of that transaction.
 * @throws HookRefusal, AuthError when the hook does not accept it; the transaction has to be rolled back
 */
export async function sendEmailByHook(hook: Hook, tx: Tx, { userId, ip, data }: HookEmail): Promise<void> {
	const [account] = await tx.query<Account>(accountById(userId))
	if (account) await hook.run({ user: userJson(account), email_data: data }, { ip, tx })
}

const sealPurpose = 'mail'

/** Encrypts codes and links while their mail is queued. */
export function sealEmailData(secret: Buffer, data: Record<string, string>): string {
	return sealJson(data, secret, sealPurpose).toString('base64')
}

/** Decrypts sealed mail data, which may have waited since before a rotation of the root secret. @throws Error when another installation sealed it */
export function unsealEmailData(keys: Pick<Keys, 'secret' | 'formerSecrets'>, sealed: string): object {
	return unsealJsonUnderAny(Buffer.from(sealed, 'base64'), allSecrets(keys), sealPurpose)
}

const jobName = 'hook-mail'
const payload = z.object({
	userId: z.uuid(),
	ip: z.string(),
	data: z.record(z.string(), z.string()),
	sealed: z.string(),
})
const secretFields = ['token', 'token_hash', 'token_new', 'token_hash_new'] as const

/**
 * The statement that queues a mail for the hook, sent after the commit and retried until it is accepted; for discreet
 * answers and notices. Codes and links are encrypted.
 */
export function queueEmailForHook(
	{ jobs, keys }: Pick<DeliveryContext, 'jobs' | 'keys'>,
	{ userId, ip, data }: HookEmail,
): Query {
	const secret = Object.fromEntries(secretFields.map((field) => [field, data[field]]))
	const open = Object.entries(data).filter(([field]) => !(field in secret))
	const sealed = sealEmailData(keys.secret, secret)
	return jobs.enqueue(jobName, { userId, ip, data: Object.fromEntries(open), sealed })
}

/** Hands queued mails to the hook. */
export function registerSendEmailHookJob({ db, jobs, keys }: Pick<Deps, 'db' | 'jobs' | 'keys'>, hooks: Hooks): void {
	jobs.handle(jobName, async (jobData) => {
		const { userId, ip, data, sealed } = payload.parse(jobData)
		const [account] = await db.as(authServiceRole, (tx) => tx.final<Account>(accountById(userId)), {
			readOnly: true,
		})
		if (!account) return
		const email = { ...data, ...unsealEmailData(keys, sealed) }
		await hooks.sendEmail?.run({ user: userJson(account), email_data: email }, { ip })
	})
}
