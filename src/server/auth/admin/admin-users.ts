import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { optional, readBody, readOptionalBody } from '#server/auth/body.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { refreshProviders } from '#server/auth/identities/identity-queries.ts'
import { requireStrong } from '#server/auth/passwords/password-policy.ts'
import { endAllSessions } from '#server/auth/sessions/session-queries.ts'
import { dropTokens } from '#server/auth/sessions/token-queries.ts'
import { explainUsername } from '#server/auth/signup/username.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { dropBelongings } from '#server/auth/users/belongings-queries.ts'
import {
	accountById,
	confirmEmail,
	dropPendingChanges,
	insertUser,
	lockUser,
} from '#server/auth/users/user-queries.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import type { Query } from '#server/pg/sql.ts'
import {
	changeUser,
	deleteUser,
	dropEmailChange,
	dropPhoneChange,
	eraseUser,
	setIdentity,
	type UserChange,
} from './admin-queries.ts'
import { adminUserBody, readUserChange } from './admin-user-body.ts'
import { noteAudit } from './audit-queries.ts'

const deletion = z.object({ should_soft_delete: optional(z.boolean()) })

/** POST /admin/users (auth.md §4). No mail is sent. */
export function createUserAsAdmin(context: AuthContext) {
	return async (c: Context<Env>) => {
		const body = await readBody(c, adminUserBody)
		if (!body.email && !body.phone)
			throw invalid('Cannot create a user without either an email or phone')
		if (body.id === '00000000-0000-0000-0000-000000000000') throw invalid('ID cannot be a nil uuid')
		// Ids of any version, whatever the words say: people bring theirs along.
		if (body.id && !isUuid(body.id)) throw invalid('ID must conform to the uuid v4 format')
		const read = await readUserChange(context, body)
		const change = { ...read, aud: read.aud ?? audienceOf(c) }
		const id = body.id ?? randomUUID()
		const providers = [...(change.email ? ['email'] : []), ...(change.phone ? ['phone'] : [])]
		const appMetadata = { provider: providers[0], providers }
		const [account] = await context.db
			.as(authService, async (tx) => {
				const user = { id, email: change.email, password: change.password, appMetadata }
				// Metadata goes in with the insert: triggers on new users read it there.
				const row = {
					...user,
					userMetadata: change.userMetadata,
					confirmed: false,
					anonymous: false,
				}
				await tx.query(insertUser(row))
				await tx.query(noteAudit('user_signedup', id, c.var.ip, { provider: providers[0] }))
				return applyChange(tx, id, change)
			})
			.catch((error) => explainTaken(context, error, change))
		return c.json(userJson(account as Account))
	}
}

/** GET /admin/users/{id} */
export function getUserAsAdmin(context: AuthContext) {
	return async (c: Context<Env>) => {
		const id = readUserId(c)
		const [account] = await context.db.as(authService, (tx) => tx.final<Account>(accountById(id)))
		if (!account) throw notFound()
		return c.json(userJson(account))
	}
}

/** PUT /admin/users/{id}: changes take effect at once, without confirmation. A new password is judged, unlike a new user's. */
export function updateUserAsAdmin(context: AuthContext) {
	return async (c: Context<Env>) => {
		const id = readUserId(c)
		const body = await readBody(c, adminUserBody)
		if (body.password !== undefined) await requireStrong(body.password, context.config, body.email)
		const change = await readUserChange(context, body)
		const [account] = await context.db
			.as(authService, async (tx) => {
				// Whoever signs in at this moment waits, or is seen and goes.
				await tx.query(lockUser(id))
				const [known] = await tx.query<Account>(accountById(id))
				if (!known) return []
				if (change.password) await tx.query(endAllSessions(id))
				for (const query of endPending(known, change)) await tx.query(query)
				if (change.confirmEmail) await tx.query(confirmEmail(id))
				await tx.query(noteAudit('user_modified', id, c.var.ip))
				return applyChange(tx, id, change, known)
			})
			.catch((error) => explainTaken(context, error, change))
		if (!account) throw notFound()
		return c.json(userJson(account))
	}
}

/** DELETE /admin/users/{id}; with `should_soft_delete` the row stays, emptied. */
export function deleteUserAsAdmin({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const id = readUserId(c)
		const { should_soft_delete: soft } = await readOptionalBody(c, deletion)
		const mark = createHash('sha256').update(id).digest('hex')
		const [gone] = await db.as(authService, async (tx) => {
			await tx.query(noteAudit('user_deleted', id, c.var.ip, { soft: soft ?? false }))
			if (!soft) return tx.final(deleteUser(id))
			// Whoever signs in at this moment waits, and then finds nobody.
			await tx.query(lockUser(id))
			await tx.query(dropBelongings(id))
			return tx.final(eraseUser(id, mark))
		})
		if (!gone) throw notFound()
		return c.json({})
	}
}

export function readUserId(c: Context<Env>): string {
	const id = c.req.param('id') ?? ''
	if (!isUuid(id)) throw invalid('user_id must be an UUID', 404)
	return id
}

/**
 * What waits for its end by mail or message ends with what it was bound to: whoever reads mail at the address that an
 * administrator took away must not get in, or take the account over, by what went there before.
 */
function endPending({ id, email, phone }: Account, change: UserChange): Query[] {
	const newEmail = change.email !== null && change.email !== email
	const newPhone = change.phone !== null && change.phone !== phone
	return [
		...(newEmail ? [dropEmailChange(id)] : []),
		...(newPhone ? [dropPhoneChange(id)] : []),
		...(change.password ? [dropPendingChanges(id)] : []),
		...(newEmail || change.password ? [dropTokens(id)] : []),
	]
}

async function applyChange(
	tx: Tx,
	id: string,
	change: UserChange,
	known?: Account,
): Promise<Account[]> {
	const { email, phone } = change
	const flags = {
		sub: id,
		email_verified: change.confirmEmail || Boolean(known?.email_confirmed_at),
		phone_verified: change.confirmPhone || Boolean(known?.phone_confirmed_at),
	}
	const statements = [changeUser(id, change)]
	if (email) statements.push(setIdentity(id, 'email', { ...flags, email }))
	if (phone) statements.push(setIdentity(id, 'phone', { ...flags, phone }))
	if (known && (email || phone)) statements.push(refreshProviders(id))
	const done = statements.map((query) => tx.query(query))
	const [rows] = await Promise.all([tx.final<Account>(accountById(id)), ...done])
	return rows
}

function explainTaken(context: AuthContext, error: unknown, change: UserChange): Promise<never> {
	if (isTaken(error, 'users_phone_key'))
		throw new AuthError(422, 'phone_exists', 'Phone number already registered by another user')
	if (isTaken(error, 'users_pkey')) throw invalid('A user with this ID already exists', 422)
	return explainUsername(context, error, change.userMetadata.username)
}

function notFound(): AuthError {
	return new AuthError(404, 'user_not_found', 'User not found')
}
