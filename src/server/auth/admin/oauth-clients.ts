import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody } from '#server/auth/body.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { readPage, setPageHeaders } from '#server/auth/redirects/pages.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { checkMethod, checkOauthClient, decideType, oauthClientBody } from './oauth-client-body.ts'
import {
	countOauthClients,
	deleteOauthClient,
	insertOauthClient,
	type OauthClientRow,
	oauthClientById,
	pageOfOauthClients,
	setOauthClientSecret,
	updateOauthClient,
} from './oauth-client-queries.ts'

/** POST /admin/oauth/clients (auth.md §4). The secret of a confidential client is shown here and never again. */
export function createOauthClient({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const body = await readBody(c, oauthClientBody)
		if (!body.redirect_uris) throw invalid('redirect_uris is required')
		checkOauthClient(body)
		const { type, method } = decideType(body)
		const secret = type === 'confidential' ? makeSecret() : undefined
		const client = {
			client_name: body.client_name ?? '',
			client_type: type,
			token_endpoint_auth_method: method,
			redirect_uris: body.redirect_uris,
			grant_types: body.grant_types ?? ['authorization_code', 'refresh_token'],
			scope: body.scope ?? '',
			client_uri: body.client_uri ?? '',
			logo_uri: body.logo_uri ?? '',
			secretHash: secret ? hash(secret) : null,
		}
		const [row] = await db.as(authService, (tx) =>
			tx.final<OauthClientRow>(insertOauthClient(client)),
		)
		return c.json(clientJson(found(row), secret), 201)
	}
}

/** GET /admin/oauth/clients?page&per_page */
export function listOauthClients({ config, db }: AuthContext) {
	return async (c: Context<Env>) => {
		const page = readPage(c)
		const [[count], rows] = await db.as(authService, (tx) =>
			Promise.all([
				tx.query<{ total: number }>(countOauthClients()),
				tx.final<OauthClientRow>(pageOfOauthClients(page.size, page.offset)),
			]),
		)
		setPageHeaders(c, `${config.SITE_URL}/auth/v1/admin/oauth/clients`, page, count?.total ?? 0)
		return c.json({ clients: rows.map((row) => clientJson(row)), aud: 'authenticated' })
	}
}

/** GET /admin/oauth/clients/{client_id} */
export function getOauthClient({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const id = readId(c)
		const [row] = await db.as(authService, (tx) => tx.final<OauthClientRow>(oauthClientById(id)))
		return c.json(clientJson(found(row)))
	}
}

/** PUT /admin/oauth/clients/{client_id}: changes what is named. */
export function changeOauthClient({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const id = readId(c)
		const body = await readBody(c, oauthClientBody)
		const change = {
			client_name: body.client_name ?? null,
			client_uri: body.client_uri ?? null,
			logo_uri: body.logo_uri ?? null,
			token_endpoint_auth_method: body.token_endpoint_auth_method ?? null,
			redirect_uris: body.redirect_uris ?? null,
			grant_types: body.grant_types ?? null,
		}
		if (Object.values(change).every((value) => value === null))
			throw invalid('No fields provided for update')
		checkOauthClient(body)
		const changed = await db.as(authService, async (tx) => {
			const [row] = await tx.query<OauthClientRow>(oauthClientById(id))
			checkMethod(found(row).client_type, body.token_endpoint_auth_method)
			const [after] = await tx.final<OauthClientRow>(updateOauthClient(id, change))
			return after
		})
		return c.json(clientJson(found(changed)))
	}
}

/** DELETE /admin/oauth/clients/{client_id} */
export function removeOauthClient({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const id = readId(c)
		const rows = await db.as(authService, (tx) => tx.final(deleteOauthClient(id)))
		if (rows.length === 0) throw notFound()
		return c.body(null, 204)
	}
}

/** POST /admin/oauth/clients/{client_id}/regenerate_secret: the one before it ends at once. */
export function regenerateOauthSecret({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const id = readId(c)
		const secret = makeSecret()
		const row = await db.as(authService, async (tx) => {
			const [client] = await tx.query<OauthClientRow>(oauthClientById(id))
			if (found(client).client_type === 'public')
				throw invalid('Cannot regenerate secret for public client')
			const [after] = await tx.final<OauthClientRow>(setOauthClientSecret(id, hash(secret)))
			return after
		})
		return c.json(clientJson(found(row), secret))
	}
}

function readId(c: Context<Env>): string {
	const id = c.req.param('client') ?? ''
	if (!isUuid(id)) throw invalid('invalid client_id format')
	return id
}

function found(row: OauthClientRow | undefined): OauthClientRow {
	if (!row) throw notFound()
	return row
}

function notFound(): AuthError {
	return new AuthError(404, 'oauth_client_not_found', 'OAuth client not found')
}

/** The client as the wire shows it; empty fields are left out. */
function clientJson(row: OauthClientRow, secret?: string) {
	return {
		client_id: row.id,
		client_name: row.client_name || undefined,
		client_secret: secret,
		client_type: row.client_type,
		token_endpoint_auth_method: row.token_endpoint_auth_method,
		registration_type: row.registration_type,
		client_uri: row.client_uri || undefined,
		logo_uri: row.logo_uri || undefined,
		redirect_uris: row.redirect_uris,
		grant_types: row.grant_types,
		response_types: ['code'],
		scope: row.scope || undefined,
		created_at: row.created_at,
		updated_at: row.updated_at,
	}
}

function makeSecret(): string {
	return randomBytes(32).toString('base64url')
}

function hash(secret: string): Buffer {
	return createHash('sha256').update(secret).digest()
}
