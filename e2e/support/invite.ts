import { createHash, randomBytes } from 'node:crypto'
import type { TestSpace } from '#test/support/product/make-space.ts'
import { plaudit, type ServerAddress } from '#test/support/server-process.ts'

/** A person whose invitation was mailed. */
export type Invited = { email: string; name: string; company: string }

/**
 * Stores an invitation as if its mail had been sent.
 * @returns the token of its personal link
 */
export async function invite(server: ServerAddress, { spaceId, formId }: TestSpace, person: Invited): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	const hash = createHash('sha256').update(token).digest('hex')
	const [space, form] = [`'${spaceId}'::uuid`, `'${formId}'::uuid`]
	await plaudit(server, [
		'sql',
		'-c',
		`with batch as (insert into private.invitation_batches (space_id, form_id, subject, message)
			values (${space}, ${form}, 'Would you write to us?', 'A few words.') returning id),
		invited as (insert into public.invitations (space_id, form_id, batch_id, email, name, company, state, sent_at, expires_at)
			select ${space}, ${form}, id, ${quote(person.email)}, ${quote(person.name)}, ${quote(person.company)}, 'sent', now(),
				now() + interval '90 days' from batch returning id)
		insert into private.invitation_tokens (invitation_id, space_id, token_hash)
		select id, ${space}, '\\x${hash}' from invited`,
	])
	return token
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
