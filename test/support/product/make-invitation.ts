import { randomUUID } from 'node:crypto'
import { hashToken } from '#platform/keys/secret-token.ts'
import { invitationTokenOf } from '#product/invitations/invitation-token.ts'
import { asOwner, type TestDatabase } from '#test/support/test-database.ts'

/** The fields of a request; `expires` is an interval from now, such as `-1 day`. */
export type InvitationFields = {
	email?: string
	name?: string | null
	company?: string | null
	state?: string
	expires?: string
}

/**
 * Stores an invitation whose mail was sent, without sending it.
 * @param secret the installation's, from which the token is derived
 */
export async function makeInvitation(
	database: TestDatabase,
	secret: Buffer,
	{ space_id, form_id }: { space_id: string; form_id: string },
	fields: InvitationFields = {},
): Promise<{ id: string; token: string }> {
	const { email = `${randomUUID()}@harbour.example`, name = null, company = null } = fields
	const { state = 'sent', expires = '90 days' } = fields
	const id = randomUUID()
	const token = invitationTokenOf(secret, id, email)
	await asOwner(
		database,
		`with batch as (insert into private.invitation_batches (space_id, form_id, subject, message)
			values ($1, $2, 'Would you write to us?', 'A few words.') returning id),
		invited as (insert into public.invitations (id, space_id, form_id, batch_id, email, name, company, state, sent_at, expires_at)
			select $3, $1, $2, id, $4, $5, $6, $7, now(), now() + $8::interval from batch returning id)
		insert into private.invitation_tokens (invitation_id, space_id, token_hash) select id, $1, $9 from invited`,
		[space_id, form_id, id, email, name, company, state, expires, hashToken(token)],
	)
	return { id, token }
}
