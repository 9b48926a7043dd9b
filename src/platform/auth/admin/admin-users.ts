import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { updateProviderList } from '#platform/auth/accounts/identities/identity-queries.ts'
import { requireStrongPassword } from '#platform/auth/accounts/passwords/password-policy.ts'
import { deleteAllSessionsOf } from '#platform/auth/accounts/sessions/session-queries.ts'
import { deleteTokens } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { confirmEmail } from '#platform/auth/accounts/users/contact-queries.ts'
import { throwUsernameTaken } from '#platform/auth/accounts/users/insert-user.ts'
import {
	accountById,
	clearPendingChanges,
	deleteUserData,
	insertUser,
	lockUser,
} from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { optional, readBody, readOptionalBody } from '#platform/auth/body.ts'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { readPage, readRows } from '#platform/auth/pagination.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { deleteOperatorData } from '#platform/operators/email-proof-queries.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import { isUuid } from '#platform/uuid.ts'
import { adminUserBody, readUserChange } from './admin-user-body.ts'
import type { AdminUserChange } from './admin-user-queries.ts'
import * as queries from './admin-user-queries.ts'

const deleteUserBody = z.object({ should_soft_delete: optional(z.boolean()) })

/** POST /admin/users. No mail is sent. */
export async function createUserAsAdmin(context: AuthContext, x: Exchange) {
	const body = await readBody(x, adminUserBody)
	if (!body.email && !body.phone) throw invalid('Cannot create a user without either an email or phone')
	if (body.id === '00000000-0000-0000-0000-000000000000') throw invalid('ID cannot be a nil uuid')
	// Any UUID version is accepted, despite the message: imported users keep their ids.
	if (body.id && !isUuid(body.id)) throw invalid('ID must conform to the uuid v4 format')
	const read = await readUserChange(context, body)
	const change = { ...read, aud: read.aud ?? requestedAudience(x) }
	const id = body.id ?? randomUUID()
	const providers = [...(change.email ? ['email'] : []), ...(change.phone ? ['phone'] : [])]
	const appMetadata = { provider: providers[0], providers }
	const [account] = await context.db
		.as(authServiceRole, async (tx) => {
			const { email, password, userMetadata } = change
			// Metadata is part of the insert, because triggers on new users read it there.
			const row = { id, email, password, appMetadata, userMetadata, confirmed: false, anonymous: false }
			await tx.query(insertUser(row))
			await tx.query(insertAuditEntry('user_signedup', id, x.ip, { provider: providers[0] }))
			return applyChange(tx, id, change)
		})
		.catch((error) => throwContactTaken(context, error, change))
	return json(userJson(account as Account))
}

/** GET /admin/users: a page of users, newest first, with Link and X-Total-Count. */
export async function listUsers(context: AuthContext, x: Exchange) {
	const page = readPage(x)
	const filter = x.query('filter') ?? ''
	const audience = x.header('x-jwt-aud') || null
	const ascending = parseSortDirection(x.query('sort') ?? '') === 'asc'
	const list = queries.listUsersPage({ filter, audience }, ascending, page.size, page.offset)
	const count = queries.countUsers(filter, audience)
	const { rows, headers } = await readRows<Account>(context, '/admin/users', page, count, list)
	const users = rows.map((user) => ({ ...userJson(user), identities: null }))
	return json({ users, aud: requestedAudience(x) }, 200, headers)
}

/** GET /admin/users/{id} */
export async function getUserAsAdmin(context: AuthContext, x: Exchange) {
	const id = readUserId(x)
	const [account] = await context.db.as(authServiceRole, (tx) => tx.final<Account>(accountById(id)))
	if (!account) throw notFound()
	return json(userJson(account))
}

/**
 * PUT /admin/users/{id}: changes apply at once, without confirmation. Unlike a new user's, a new password is checked
 * for strength.
 */
export async function updateUserAsAdmin(context: AuthContext, x: Exchange) {
	const id = readUserId(x)
	const body = await readBody(x, adminUserBody)
	if (body.password !== undefined) await requireStrongPassword(body.password, context.config, body.email)
	const change = await readUserChange(context, body)
	const [account] = await context.db
		.as(authServiceRole, async (tx) => {
			// A concurrent sign-in waits for this lock, or has committed and is ended below.
			await tx.query(lockUser(id))
			const [known] = await tx.query<Account>(accountById(id))
			if (!known) return []
			if (change.password) await tx.query(deleteAllSessionsOf(id))
			for (const query of cancelPendingChanges(known, change)) await tx.query(query)
			if (change.confirmEmail) await tx.query(confirmEmail(id))
			await tx.query(insertAuditEntry('user_modified', id, x.ip))
			return applyChange(tx, id, change, known)
		})
		.catch((error) => throwContactTaken(context, error, change))
	if (!account) throw notFound()
	return json(userJson(account))
}

/** DELETE /admin/users/{id}; `should_soft_delete` keeps an emptied row. */
export async function deleteUserAsAdmin({ db }: AuthContext, x: Exchange) {
	const id = readUserId(x)
	const { should_soft_delete: soft } = await readOptionalBody(x, deleteUserBody)
	const anonymizedContact = createHash('sha256').update(id).digest('hex')
	const [deleted] = await db.as(authServiceRole, async (tx) => {
		await tx.query(insertAuditEntry('user_deleted', id, x.ip, { soft: soft ?? false }))
		if (!soft) return tx.final(queries.deleteUser(id))
		// A concurrent sign-in waits for this lock and then finds no user.
		await tx.query(lockUser(id))
		await tx.query(deleteUserData(id))
		await tx.query(deleteOperatorData(id))
		return tx.final(queries.softDeleteUser(id, anonymizedContact))
	})
	if (!deleted) throw notFound()
	return json({})
}

/** @throws AuthError 400 validation_failed */
function parseSortDirection(sort: string): string {
	const [field = 'created_at', direction = 'desc'] = sort.trim().toLowerCase().split(/\s+/).filter(Boolean)
	if (field !== 'created_at') throw invalid(`Bad Sort Parameters: bad field for sort '${field}'`)
	if (direction !== 'asc' && direction !== 'desc')
		throw invalid(`Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`)
	return direction
}

export function readUserId(x: Exchange): string {
	const id = x.param('id')
	if (!isUuid(id)) throw invalid('user_id must be an UUID', 404)
	return id
}

/**
 * Cancels pending links, codes and changes of a replaced contact or password: mails that were sent to the former
 * address must not give access to the account.
 */
function cancelPendingChanges({ id, email, phone }: Account, change: AdminUserChange): Query[] {
	const newEmail = change.email !== null && change.email !== email
	const newPhone = change.phone !== null && change.phone !== phone
	return [
		...(newEmail ? [queries.clearEmailChange(id)] : []),
		...(newPhone ? [queries.clearPhoneChange(id)] : []),
		...(change.password ? [clearPendingChanges(id)] : []),
		...(newEmail || change.password ? [deleteTokens(id)] : []),
	]
}

async function applyChange(tx: Tx, id: string, change: AdminUserChange, known?: Account): Promise<Account[]> {
	const { email, phone } = change
	const flags = {
		sub: id,
		email_verified: change.confirmEmail || Boolean(known?.email_confirmed_at),
		phone_verified: change.confirmPhone || Boolean(known?.phone_confirmed_at),
	}
	const statements = [queries.updateUserById(id, change)]
	if (email) statements.push(queries.upsertIdentity(id, 'email', { ...flags, email }))
	if (phone) statements.push(queries.upsertIdentity(id, 'phone', { ...flags, phone }))
	if (known && (email || phone)) statements.push(updateProviderList(id))
	const done = statements.map((query) => tx.query(query))
	const [rows] = await Promise.all([tx.final<Account>(accountById(id)), ...done])
	return rows
}

function throwContactTaken(context: AuthContext, error: unknown, change: AdminUserChange): Promise<never> {
	if (isUniqueViolation(error, 'users_phone_key'))
		throw new AuthError(422, 'phone_exists', 'Phone number already registered by another user')
	if (isUniqueViolation(error, 'users_pkey')) throw invalid('A user with this ID already exists', 422)
	return throwUsernameTaken(context, error, change.userMetadata.username)
}

function notFound(): AuthError {
	return new AuthError(404, 'user_not_found', 'User not found')
}
