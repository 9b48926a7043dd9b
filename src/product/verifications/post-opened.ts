import { empty } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { hashToken, looksLikeToken } from '#platform/keys/secret-token.ts'
import type { Db } from '#platform/pg/db.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { anon, runQuery } from '#product/run-query.ts'
import { openInvitation } from './queries.ts'

/**
 * POST /functions/v1/opened `{invitation}`: the page of a personal link was in view, or got an input. The answer is the same for a
 * link that does not exist.
 */
export function postOpened(db: Db): Handler<JsonObject> {
	return async (_, { invitation }) => {
		if (typeof invitation === 'string' && looksLikeToken(invitation)) {
			const query = openInvitation(hashToken(invitation))
			await runQuery(db, anon, query, { repeatable: true })
		}
		return empty()
	}
}
