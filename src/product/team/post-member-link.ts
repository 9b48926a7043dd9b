import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { hashToken } from '#platform/keys/secret-token.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { joinTokenOf } from './join-token.ts'
import { memberInvitationVersion, storeMemberInvitationToken } from './queries.ts'

const uuid = z.uuid()

/**
 * POST /functions/v1/member-link `{invitation_id}`: the link of an invitation, for its owner to hand over. Unlike the
 * mailed one it does not prove the address.
 */
export function postMemberLink({ config, db, identify, keys }: Deps): Handler<JsonObject> {
	return async (x, { invitation_id }) => {
		const { claims } = await identify(x)
		const { data: id } = uuid.safeParse(invitation_id)
		if (!id) throw invalid({ invitation_id: 'This is not the id of an invitation.' })
		const [own] = await db.as(claims, (tx) => tx.final<{ version: number }>(memberInvitationVersion(id)))
		if (!own) throw gone()
		const token = joinTokenOf(keys.secret, id, own.version, 'link')
		const keep = storeMemberInvitationToken(id, own.version, 'link', hashToken(token))
		const [kept] = await db.as({ role: 'service_role' }, (tx) => tx.final<{ is_kept: boolean }>(keep))
		if (!kept?.is_kept) throw gone()
		return json({ url: `${config.SITE_URL}/join/${token}` }, 200, { 'cache-control': 'no-store' })
	}
}

/** The same for an invitation of others, one that never existed and one that is settled. */
function gone(): AppError {
	return new AppError(404, 'not_found', 'This invitation can no longer be used. Invite the address again.')
}
