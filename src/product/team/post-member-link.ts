import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { hashToken } from '#platform/keys/secret-token.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { requireId } from '#product/http/require-id.ts'
import { runQuery, service } from '#product/run-query.ts'
import { joinTokenOf } from './join-token.ts'
import { memberInvitationVersion, storeMemberInvitationToken } from './queries.ts'

/**
 * POST /functions/v1/member-link `{invitation_id}`: the link of an invitation, for its owner to hand over. Unlike the
 * mailed one it does not prove the address.
 */
export function postMemberLink({ config, db, identify, keys }: Deps): Handler<JsonObject> {
	return async (x, { invitation_id }) => {
		const { claims } = await identify(x)
		const id = requireId('invitation_id', invitation_id, 'an invitation')
		const [own] = await runQuery<{ version: number }>(db, claims, memberInvitationVersion(id))
		if (!own) throw gone()
		const token = joinTokenOf(keys.secret, id, own.version, 'link')
		const keep = storeMemberInvitationToken(id, own.version, 'link', hashToken(token))
		const [kept] = await runQuery<{ is_kept: boolean }>(db, service, keep)
		if (!kept?.is_kept) throw gone()
		return privateJson({ url: `${config.SITE_URL}/join/${token}` })
	}
}

/** The same for an invitation of others, one that never existed and one that is settled. */
function gone(): AppError {
	return new AppError(404, 'not_found', 'This invitation can no longer be used. Invite the address again.')
}
