import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { type Account, type FactorRow, factorJson } from '#platform/auth/accounts/users/account.ts'
import { parsePhone } from '#platform/auth/accounts/users/contact.ts'
import { accountById } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { throwFactorNameConflict } from '#platform/auth/factors/enroll-factor.ts'
import { requireNameLength } from '#platform/auth/factors/factor-kinds.ts'
import { deleteFactor, updateFactor } from '#platform/auth/factors/factor-queries.ts'
import { deletePasskeyOf, listPasskeyJson, readPasskeyId } from '#platform/auth/factors/passkeys/manage-passkeys.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { readUserId } from './admin-users.ts'

const body = z.object({ friendly_name: text, phone: text })

/** GET /admin/users/{id}/factors */
export async function listFactorsAsAdmin({ db }: AuthContext, x: Exchange) {
	const id = readUserId(x)
	const [account] = await db.as(authServiceRole, (tx) => tx.final<Account>(accountById(id)))
	if (!account) throw new AuthError(404, 'user_not_found', 'User not found')
	return json((account.factors ?? []).map(factorJson))
}

/** DELETE /admin/users/{id}/factors/{factor}, for users who lost their device. */
export async function deleteFactorAsAdmin(context: AuthContext, x: Exchange) {
	const [id, factor] = [readUserId(x), readFactorId(x)]
	const row = await context.db.as(authServiceRole, async (tx) => {
		const [account] = await tx.query<Account>(accountById(id))
		const [deleted] = await tx.query<FactorRow>(deleteFactor(id, factor))
		if (!account || !deleted) return undefined
		await tx.query(insertAuditEntry('factor_deleted', id, x.ip, { factor_id: factor }))
		if (deleted.status !== 'verified') return deleted
		const facts = { factor: deleted.factor_type }
		for (const query of accountNotice(context, x, account, 'mfa_factor_unenrolled', facts)) await tx.query(query)
		return deleted
	})
	return json(factorJson(requireRow(row)))
}

/** PUT /admin/users/{id}/factors/{factor}: changes the name, or the number of a phone factor. */
export async function updateFactorAsAdmin({ db }: AuthContext, x: Exchange) {
	const [id, factor] = [readUserId(x), readFactorId(x)]
	const input = await readBody(x, body)
	requireNameLength(input.friendly_name)
	const name = input.friendly_name ?? null
	const phone = input.phone ? parsePhone(input.phone) : null
	const [row] = await db
		.as(authServiceRole, async (tx) => {
			const rows = await tx.query<FactorRow>(updateFactor(id, factor, { name, phone }))
			if (rows.length > 0) await tx.query(insertAuditEntry('factor_updated', id, x.ip, { factor_id: factor }))
			return rows
		})
		.catch((error) => throwFactorNameConflict(error, input.friendly_name))
	return json(factorJson(requireRow(row)))
}

/** GET /admin/users/{id}/passkeys */
export async function listPasskeysAsAdmin(context: AuthContext, x: Exchange) {
	return json(await listPasskeyJson(context, readUserId(x)))
}

/** DELETE /admin/users/{id}/passkeys/{passkey}, for users who lost their device. */
export async function removePasskeyAsAdmin(context: AuthContext, x: Exchange) {
	await deletePasskeyOf(context, x, readUserId(x), readPasskeyId(x))
	return empty()
}

function readFactorId(x: Exchange): string {
	const id = x.param('factor')
	if (!isUuid(id)) throw invalid('factor_id must be an UUID', 404)
	return id
}

function requireRow(row: FactorRow | undefined): FactorRow {
	if (!row) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
	return row
}
