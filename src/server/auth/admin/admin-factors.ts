import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody, text } from '#server/auth/body.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { explainName } from '#server/auth/factors/factor-enroll.ts'
import { requireShortName } from '#server/auth/factors/factor-kinds.ts'
import { changeFactor, deleteFactor } from '#server/auth/factors/factor-queries.ts'
import { parsePhone } from '#server/auth/mail-links/addresses.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import { type Account, type FactorRow, factorJson } from '#server/auth/users/account.ts'
import { accountById } from '#server/auth/users/user-queries.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { readUserId } from './admin-users.ts'
import { noteAudit } from './audit-queries.ts'

const body = z.object({ friendly_name: text, phone: text })

/** GET /admin/users/{id}/factors */
export function listFactorsAsAdmin({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const id = readUserId(c)
		const [account] = await db.as(authService, (tx) => tx.final<Account>(accountById(id)))
		if (!account) throw new AuthError(404, 'user_not_found', 'User not found')
		return c.json((account.factors ?? []).map(factorJson))
	}
}

/** DELETE /admin/users/{id}/factors/{factor}: for people who lost their device. */
export function deleteFactorAsAdmin(context: AuthContext) {
	return async (c: Context<Env>) => {
		const [id, factor] = [readUserId(c), readFactorId(c)]
		const row = await context.db.as(authService, async (tx) => {
			const [account] = await tx.query<Account>(accountById(id))
			const [gone] = await tx.query<FactorRow>(deleteFactor(id, factor))
			if (!account || !gone) return undefined
			await tx.query(noteAudit('factor_deleted', id, c.var.ip, { factor_id: factor }))
			if (gone.status !== 'verified') return gone
			const told = { factor: gone.factor_type }
			for (const query of noticeMail(context, c, account, 'mfa_factor_unenrolled', told))
				await tx.query(query)
			return gone
		})
		context.jobs.wake()
		return c.json(factorJson(found(row)))
	}
}

/** PUT /admin/users/{id}/factors/{factor}: another name, and another number for a phone (auth.md 4). */
export function updateFactorAsAdmin({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const [id, factor] = [readUserId(c), readFactorId(c)]
		const given = await readBody(c, body)
		requireShortName(given.friendly_name)
		const name = given.friendly_name ?? null
		const phone = given.phone ? parsePhone(given.phone) : null
		const [row] = await db
			.as(authService, async (tx) => {
				const rows = await tx.query<FactorRow>(changeFactor(id, factor, { name, phone }))
				if (rows.length > 0)
					await tx.query(noteAudit('factor_updated', id, c.var.ip, { factor_id: factor }))
				return rows
			})
			.catch((error) => explainName(error, given.friendly_name))
		return c.json(factorJson(found(row)))
	}
}

function readFactorId(c: Context<Env>): string {
	const id = c.req.param('factor') ?? ''
	if (!isUuid(id)) throw invalid('factor_id must be an UUID', 404)
	return id
}

function found(row: FactorRow | undefined): FactorRow {
	if (!row) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
	return row
}
