import type { Context } from 'hono'
import { z } from 'zod'
import { readUserId } from '#server/auth/admin/admin-users.ts'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody, text } from '#server/auth/body.ts'
import { type AuthError, invalid } from '#server/auth/errors.ts'
import { requirePerson } from '#server/auth/factors/own-factor.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import type { Account } from '#server/auth/users/account.ts'
import { accountById } from '#server/auth/users/user-queries.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { passkeyJson } from './passkey-json.ts'
import { deletePasskey, type PasskeyRow, passkeysOf, renamePasskey } from './passkey-queries.ts'
import { requireManager } from './passkey-rules.ts'

const body = z.object({ friendly_name: text })
const longestName = 120

/** GET /passkeys */
export function listPasskeys(context: AuthContext) {
	return async (c: Context<Env>) => {
		const signedIn = await requireUser(context, c)
		requirePerson(signedIn)
		return c.json(await read(context, signedIn.account.id))
	}
}

/** PATCH /passkeys/{id}: gives it a name. */
export function updatePasskey(context: AuthContext) {
	return async (c: Context<Env>) => {
		const signedIn = await requireUser(context, c)
		requirePerson(signedIn)
		const id = readPasskeyId(c)
		const { friendly_name: name } = await readBody(c, body)
		if (!name) throw invalid('friendly_name is required')
		if ([...name].length > longestName)
			throw invalid(`friendly_name must be ${longestName} characters or less`)
		const userId = signedIn.account.id
		const [row] = await context.db.as(authService, async (tx) => {
			await tx.query(noteAudit('passkey_updated', userId, c.var.ip, { passkey_id: id }))
			const rows = await tx.query<PasskeyRow>(renamePasskey(userId, id, name))
			if (rows.length === 0) throw notFound()
			return rows
		})
		return c.json(passkeyJson(row as PasskeyRow))
	}
}

/** DELETE /passkeys/{id} */
export function removePasskey(context: AuthContext) {
	return async (c: Context<Env>) => {
		const signedIn = await requireUser(context, c)
		requireManager(signedIn)
		await remove(context, c, signedIn.account.id, readPasskeyId(c))
		return c.body(null, 204)
	}
}

/** GET /admin/users/{id}/passkeys */
export function listPasskeysAsAdmin(context: AuthContext) {
	return async (c: Context<Env>) => c.json(await read(context, readUserId(c)))
}

/** DELETE /admin/users/{id}/passkeys/{passkey}: for people who lost their device. */
export function removePasskeyAsAdmin(context: AuthContext) {
	return async (c: Context<Env>) => {
		await remove(context, c, readUserId(c), readPasskeyId(c))
		return c.body(null, 204)
	}
}

async function read({ db }: AuthContext, userId: string) {
	const rows = await db.as(authService, (tx) => tx.final<PasskeyRow>(passkeysOf(userId)), {
		readOnly: true,
	})
	return rows.map(passkeyJson)
}

async function remove(
	context: AuthContext,
	c: Context<Env>,
	userId: string,
	id: string,
): Promise<void> {
	await context.db.as(authService, async (tx) => {
		const rows = await tx.query(deletePasskey(userId, id))
		if (rows.length === 0) throw notFound()
		const [account] = await tx.query<Account>(accountById(userId))
		for (const query of account ? noticeMail(context, c, account, 'passkey_deleted') : [])
			await tx.query(query)
		await tx.final(noteAudit('passkey_deleted', userId, c.var.ip, { passkey_id: id }))
	})
	context.jobs.wake()
}

function readPasskeyId(c: Context<Env>): string {
	const id = c.req.param('passkey') ?? ''
	if (!isUuid(id)) throw notFound()
	return id
}

function notFound(): AuthError {
	return invalid('Passkey not found', 404)
}
