import type { AuthContext } from '#platform/auth/auth-context.ts'
import { deletePasskeyOf, listPasskeyJson, readPasskeyId } from '#platform/auth/factors/passkeys/manage-passkeys.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { readUserId } from './admin-users.ts'

/** GET /admin/users/{id}/passkeys */
export function listPasskeysAsAdmin(context: AuthContext) {
	return async (x: Exchange) => json(await listPasskeyJson(context, readUserId(x)))
}

/** DELETE /admin/users/{id}/passkeys/{passkey}, for users who lost their device. */
export function removePasskeyAsAdmin(context: AuthContext) {
	return async (x: Exchange) => {
		await deletePasskeyOf(context, x, readUserId(x), readPasskeyId(x))
		return empty()
	}
}
