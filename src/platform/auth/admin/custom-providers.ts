import { randomUUID } from 'node:crypto'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody } from '#platform/auth/body.ts'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import {
	type CustomProviderRow,
	deleteCustomProvider,
	listCustomProviderRows,
	selectCustomProvider,
	upsertCustomProvider,
} from '#platform/auth/providers/oauth/custom-provider-queries.ts'
import { clientSecretPurpose, providerFromRow } from '#platform/auth/providers/oauth/find-provider.ts'
import { createProviderClient } from '#platform/auth/providers/oauth/provider-client.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { seal } from '#platform/keys/sealed-secret.ts'
import {
	type CustomProviderBody,
	checkCustomProvider,
	customProviderBody,
	readIdentifier,
	readType,
	requireComplete,
} from './custom-provider-body.ts'

/** GET /admin/custom-providers?type= */
export async function listCustomProviders({ db }: AuthContext, x: Exchange) {
	const type = x.query('type')
	const wanted = type ? readType(type, 'type') : null
	const rows = await db.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(listCustomProviderRows(wanted)))
	return json({ providers: rows.map(providerJson) })
}

/** POST /admin/custom-providers. The secret is stored encrypted and never returned. */
export async function createCustomProvider(context: AuthContext, x: Exchange) {
	const { config, db } = context
	const body = await readBody(x, customProviderBody)
	requireComplete(body)
	checkCustomProvider(body, config.CUSTOM_PROVIDERS_ALLOW_PRIVATE)
	const { identifier = '' } = body
	const known = await db.as(authServiceRole, (tx) => tx.final(selectCustomProvider(identifier)))
	if (known.length > 0) throw identifierTaken()
	const row = await withDiscovery(context, newProvider(context, body))
	const [saved] = await db
		.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(upsertCustomProvider(row)))
		.catch((error: unknown) => {
			throw isUniqueViolation(error, 'custom_providers_identifier_key') ? identifierTaken() : error
		})
	return json(providerJson(requireRow(saved)), 201)
}

/** GET /admin/custom-providers/{identifier} */
export async function getCustomProvider(context: AuthContext, x: Exchange) {
	return json(providerJson(await readProviderRow(context, x)))
}

/** PUT /admin/custom-providers/{identifier}: changes the given fields; type and identifier stay. */
export async function updateCustomProvider(context: AuthContext, x: Exchange) {
	const { config, db } = context
	const before = await readProviderRow(context, x)
	const body = await readBody(x, customProviderBody)
	checkCustomProvider(body, config.CUSTOM_PROVIDERS_ALLOW_PRIVATE)
	const changed = applyProviderChange(context, before, body)
	const discoveryChanged = body.issuer !== undefined || body.discovery_url !== undefined
	const row = discoveryChanged ? await withDiscovery(context, changed) : changed
	const [saved] = await db.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(upsertCustomProvider(row)))
	return json(providerJson(requireRow(saved)))
}

/** DELETE /admin/custom-providers/{identifier}. Identities of the provider stay with their users. */
export async function deleteCustomProviderAsAdmin({ db }: AuthContext, x: Exchange) {
	const identifier = readIdentifier(x.param('identifier'))
	const [deleted] = await db.as(authServiceRole, (tx) => tx.final(deleteCustomProvider(identifier)))
	requireRow(deleted)
	return empty()
}

async function readProviderRow({ db }: AuthContext, x: Exchange): Promise<CustomProviderRow> {
	const identifier = readIdentifier(x.param('identifier'))
	const [row] = await db.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(selectCustomProvider(identifier)))
	return requireRow(row)
}

function requireRow<Row>(row: Row | undefined): Row {
	if (!row) throw new AuthError(404, 'custom_provider_not_found', 'Custom OAuth provider not found')
	return row
}

function identifierTaken(): AuthError {
	const message = 'A custom OAuth provider with this identifier already exists'
	return new AuthError(400, 'conflict', message)
}

/** The wire form of a provider, without its secret and the fields of the other type. */
function providerJson({ sealed_secret: _, ...row }: CustomProviderRow) {
	return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

type UnsavedProvider = Omit<CustomProviderRow, 'created_at' | 'updated_at'>

/** Columns that are stored as they are submitted, for both types and for each. */
const commonFields = [
	...(['name', 'client_id', 'acceptable_client_ids', 'custom_claims_allowlist', 'pkce_enabled'] as const),
	...(['attribute_mapping', 'authorization_params', 'enabled', 'email_optional', 'issuer'] as const),
]
const openidFields = ['discovery_url', 'skip_nonce_check'] as const
const oauthFields = ['authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'] as const

/** The row of a new provider. */
function newProvider(context: AuthContext, body: CustomProviderBody): UnsavedProvider {
	const id = randomUUID()
	const isOpenid = body.provider_type === 'oidc'
	return applyProviderChange(
		context,
		{
			id,
			provider_type: isOpenid ? 'oidc' : 'oauth2',
			identifier: body.identifier ?? '',
			name: '',
			client_id: '',
			sealed_secret: Buffer.alloc(0),
			acceptable_client_ids: [],
			scopes: isOpenid ? ['openid'] : [],
			custom_claims_allowlist: [],
			pkce_enabled: true,
			attribute_mapping: {},
			authorization_params: {},
			enabled: true,
			email_optional: false,
			issuer: null,
			discovery_url: null,
			skip_nonce_check: false,
			authorization_url: null,
			token_url: null,
			userinfo_url: null,
			jwks_uri: null,
			discovery_document: null,
		},
		body,
	)
}

/** A provider with the changes of a body. */
function applyProviderChange(
	{ keys }: AuthContext,
	before: UnsavedProvider,
	body: CustomProviderBody,
): UnsavedProvider {
	const isOpenid = before.provider_type === 'oidc'
	const scopes = body.scopes ?? before.scopes
	const secret = body.client_secret
	const fields = [...commonFields, ...(isOpenid ? openidFields : oauthFields)]
	const entries = fields.filter((field) => body[field] !== undefined).map((field) => [field, body[field]])
	return {
		...before,
		...Object.fromEntries(entries),
		sealed_secret: secret
			? seal(Buffer.from(secret), keys.secret, clientSecretPurpose(before.id))
			: before.sealed_secret,
		// Without this scope an OpenID provider returns no ID token.
		scopes: isOpenid && !scopes.includes('openid') ? ['openid', ...scopes] : scopes,
	}
}

/** Runs the discovery of an OpenID provider before it is saved, so that a mistake shows now and not at a sign-in. */
async function withDiscovery(context: AuthContext, row: UnsavedProvider): Promise<UnsavedProvider> {
	if (row.provider_type !== 'oidc') return row
	const provider = providerFromRow({ ...row, created_at: new Date(), updated_at: new Date() }, context.config, '')
	const { metadata } = await createProviderClient(provider).catch((cause: unknown) => {
		context.log.warn({ err: cause, provider: row.identifier }, 'a provider cannot be discovered')
		// The answer contains nothing of the response: the URL may lead to an internal service.
		throw invalid('OIDC discovery failed: the discovery document cannot be read or names another issuer')
	})
	const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
		(field) => !metadata[field],
	)
	if (missing.length > 0) throw invalid(`OIDC discovery document is missing required fields: ${missing.join(', ')}`)
	return {
		...row,
		discovery_document: {
			issuer: metadata.issuer,
			authorization_endpoint: metadata.authorization_endpoint,
			token_endpoint: metadata.token_endpoint,
			jwks_uri: metadata.jwks_uri,
			userinfo_endpoint: metadata.userinfo_endpoint,
			revocation_endpoint: metadata.revocation_endpoint,
			supported_scopes: metadata.scopes_supported,
			supported_response_types: metadata.response_types_supported,
			supported_subject_types: metadata.subject_types_supported,
			supported_id_token_signing_algs: metadata.id_token_signing_alg_values_supported,
		},
	}
}
