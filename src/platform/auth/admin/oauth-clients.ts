import { createHash, randomBytes } from 'node:crypto'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody } from '#platform/auth/body.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { readPage, readRows } from '#platform/auth/pagination.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { checkMethod, checkOauthClient, oauthClientBody, resolveClientType } from './oauth-client-body.ts'
import type { OauthClientRow } from './oauth-client-queries.ts'
import * as queries from './oauth-client-queries.ts'

/** POST /admin/oauth/clients. The secret of a confidential client is returned only here. */
export async function createOauthClient({ db }: AuthContext, x: Exchange) {
	const body = await readBody(x, oauthClientBody)
	if (!body.redirect_uris) throw invalid('redirect_uris is required')
	checkOauthClient(body)
	const { type, method } = resolveClientType(body)
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
	const [row] = await db.as(authServiceRole, (tx) => tx.final<OauthClientRow>(queries.insertOauthClient(client)))
	return json(clientJson(requireRow(row), secret), 201)
}

/** GET /admin/oauth/clients?page&per_page */
export async function listOauthClients(context: AuthContext, x: Exchange) {
	const page = readPage(x)
	const list = queries.listOauthClientsPage(page.size, page.offset)
	const { rows, headers } = await readRows<OauthClientRow>(
		context,
		'/admin/oauth/clients',
		page,
		queries.countOauthClients(),
		list,
	)
	return json({ clients: rows.map((row) => clientJson(row)), aud: 'authenticated' }, 200, headers)
}

/** GET /admin/oauth/clients/{client_id} */
export async function getOauthClient({ db }: AuthContext, x: Exchange) {
	const id = readId(x)
	const [row] = await db.as(authServiceRole, (tx) => tx.final<OauthClientRow>(queries.oauthClientById(id)))
	return json(clientJson(requireRow(row)))
}

/** PUT /admin/oauth/clients/{client_id}: changes the given fields. */
export async function updateOauthClientAsAdmin({ db }: AuthContext, x: Exchange) {
	const id = readId(x)
	const body = await readBody(x, oauthClientBody)
	const { scope: _scope, client_type: _type, ...change } = body
	if (Object.values(change).every((value) => value === undefined)) throw invalid('No fields provided for update')
	checkOauthClient(body)
	const changed = await db.as(authServiceRole, async (tx) => {
		const [row] = await tx.query<OauthClientRow>(queries.oauthClientById(id))
		checkMethod(requireRow(row).client_type, body.token_endpoint_auth_method)
		const [after] = await tx.final<OauthClientRow>(queries.updateOauthClient(id, change))
		return after
	})
	return json(clientJson(requireRow(changed)))
}

/** DELETE /admin/oauth/clients/{client_id} */
export async function deleteOauthClientAsAdmin({ db }: AuthContext, x: Exchange) {
	const id = readId(x)
	const [deleted] = await db.as(authServiceRole, (tx) => tx.final(queries.deleteOauthClient(id)))
	requireRow(deleted)
	return empty()
}

/** POST /admin/oauth/clients/{client_id}/regenerate_secret: the former secret ends at once. */
export async function regenerateOauthSecret({ db }: AuthContext, x: Exchange) {
	const id = readId(x)
	const secret = makeSecret()
	const row = await db.as(authServiceRole, async (tx) => {
		const [client] = await tx.query<OauthClientRow>(queries.oauthClientById(id))
		if (requireRow(client).client_type === 'public') throw invalid('Cannot regenerate secret for public client')
		const [after] = await tx.final<OauthClientRow>(queries.setOauthClientSecret(id, hash(secret)))
		return after
	})
	return json(clientJson(requireRow(row), secret))
}

function readId(x: Exchange): string {
	const id = x.param('client')
	if (!isUuid(id)) throw invalid('invalid client_id format')
	return id
}

function requireRow<Row>(row: Row | undefined): Row {
	if (!row) throw new AuthError(404, 'oauth_client_not_found', 'OAuth client not found')
	return row
}

/** The wire form of a client; empty fields are left out. */
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
