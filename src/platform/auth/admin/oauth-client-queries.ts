import { sql } from '#platform/pg/sql.ts'
import type { OauthClientBody } from './oauth-client-body.ts'

/** A row of auth.oauth_clients without its secret. */
export type OauthClientRow = {
	id: string
	client_name: string
	client_type: 'public' | 'confidential'
	token_endpoint_auth_method: string
	registration_type: string
	redirect_uris: string[]
	grant_types: string[]
	scope: string
	client_uri: string
	logo_uri: string
	created_at: Date
	updated_at: Date
}

export type NewOauthClient = Omit<OauthClientRow, 'id' | 'registration_type' | 'created_at' | 'updated_at'> & {
	secretHash: Buffer | null
}

export const insertOauthClient = (c: NewOauthClient) => sql`
	insert into auth.oauth_clients
		(client_name, client_type, token_endpoint_auth_method, redirect_uris, grant_types, scope, client_uri, logo_uri, secret_hash)
	values
		(${c.client_name}, ${c.client_type}, ${c.token_endpoint_auth_method}, ${c.redirect_uris}::text[],
		${c.grant_types}::text[], ${c.scope}, ${c.client_uri}, ${c.logo_uri}, ${c.secretHash})
	returning *`

export const oauthClientById = (id: string) => sql`
	select * from auth.oauth_clients where id = ${id}`

export const listOauthClientsPage = (limit: number, offset: number) => sql`
	select * from auth.oauth_clients order by created_at desc, id limit ${limit} offset ${offset}`

export const countOauthClients = () => sql`select count(*)::int as total from auth.oauth_clients`

/** An absent field leaves its column unchanged. */
export const updateOauthClient = (id: string, c: Omit<OauthClientBody, 'scope' | 'client_type'>) => sql`
	update auth.oauth_clients
	set client_name = coalesce(${c.client_name}, client_name), client_uri = coalesce(${c.client_uri}, client_uri),
		logo_uri = coalesce(${c.logo_uri}, logo_uri),
		token_endpoint_auth_method = coalesce(${c.token_endpoint_auth_method}, token_endpoint_auth_method),
		redirect_uris = coalesce(${c.redirect_uris}::text[], redirect_uris),
		grant_types = coalesce(${c.grant_types}::text[], grant_types), updated_at = now()
	where id = ${id}
	returning *`

export const setOauthClientSecret = (id: string, secretHash: Buffer) => sql`
	update auth.oauth_clients set secret_hash = ${secretHash}, updated_at = now()
	where id = ${id} and client_type = 'confidential'
	returning *`

export const deleteOauthClient = (id: string) => sql`
	delete from auth.oauth_clients where id = ${id} returning id`
