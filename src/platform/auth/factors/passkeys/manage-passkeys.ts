import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requireUser } from '#platform/auth/accounts/bearer/require-user.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import { accountById } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { type AuthError, invalid } from '#platform/auth/errors.ts'
import { requireNotAnonymous } from '#platform/auth/factors/require-factor.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { deletePasskey, type PasskeyRow, passkeysOf, renamePasskey } from './passkey-queries.ts'
import { passkeyJson, requirePasskeyManager } from './passkey-rules.ts'

const body = z.object({ friendly_name: text })
const maxNameLength = 120

/** GET /passkeys */
export async function listPasskeys(context: AuthContext, x: Exchange) {
	const signedIn = await requireUser(context, x)
	requireNotAnonymous(signedIn)
	return json(await listPasskeyJson(context, signedIn.account.id))
}

/** PATCH /passkeys/{id}: renames a passkey. */
export async function updatePasskey(context: AuthContext, x: Exchange) {
	const signedIn = await requireUser(context, x)
	requireNotAnonymous(signedIn)
	const id = readPasskeyId(x)
	const { friendly_name: name } = await readBody(x, body)
	if (!name) throw invalid('friendly_name is required')
	if ([...name].length > maxNameLength) throw invalid(`friendly_name must be ${maxNameLength} characters or less`)
	const userId = signedIn.account.id
	const [row] = await context.db.as(authServiceRole, async (tx) => {
		await tx.query(insertAuditEntry('passkey_updated', userId, x.ip, { passkey_id: id }))
		const rows = await tx.query<PasskeyRow>(renamePasskey(userId, id, name))
		if (rows.length === 0) throw notFound()
		return rows
	})
	return json(passkeyJson(row as PasskeyRow))
}

/** DELETE /passkeys/{id} */
export async function removePasskey(context: AuthContext, x: Exchange) {
	const signedIn = await requireUser(context, x)
	requirePasskeyManager(context, signedIn)
	await deletePasskeyOf(context, x, signedIn.account.id, readPasskeyId(x))
	return empty()
}

/** A user's passkeys in their wire form. */
export async function listPasskeyJson({ db }: AuthContext, userId: string) {
	const rows = await db.as(authServiceRole, (tx) => tx.final<PasskeyRow>(passkeysOf(userId)), {
		readOnly: true,
	})
	return rows.map(passkeyJson)
}

/** Deletes a passkey and tells its owner by mail. @throws AuthError 404 validation_failed */
export async function deletePasskeyOf(context: AuthContext, x: Exchange, userId: string, id: string): Promise<void> {
	await context.db.as(authServiceRole, async (tx) => {
		const rows = await tx.query(deletePasskey(userId, id))
		if (rows.length === 0) throw notFound()
		const [account] = await tx.query<Account>(accountById(userId))
		for (const query of account ? accountNotice(context, x, account, 'passkey_deleted') : []) await tx.query(query)
		await tx.final(insertAuditEntry('passkey_deleted', userId, x.ip, { passkey_id: id }))
	})
}

/** @throws AuthError 404 for a path parameter that is no UUID */
export function readPasskeyId(x: Exchange): string {
	const id = x.param('passkey')
	if (!isUuid(id)) throw notFound()
	return id
}

function notFound(): AuthError {
	return invalid('Passkey not found', 404)
}
