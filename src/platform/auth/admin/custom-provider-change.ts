import { randomUUID } from 'node:crypto'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { invalid } from '#platform/auth/errors.ts'
import type { CustomProviderRow } from '#platform/auth/providers/oauth/custom-provider-queries.ts'
import { clientSecretPurpose, providerFromRow } from '#platform/auth/providers/oauth/find-provider.ts'
import { createProviderClient } from '#platform/auth/providers/oauth/provider-client.ts'
import { seal } from '#platform/keys/sealed-secret.ts'
import type { CustomProviderBody } from './custom-provider-body.ts'

type UnsavedProvider = Omit<CustomProviderRow, 'created_at' | 'updated_at'>

/** Columns that are stored as they are submitted, for both types and for each. */
const commonFields = [
	...(['name', 'client_id', 'acceptable_client_ids', 'custom_claims_allowlist', 'pkce_enabled'] as const),
	...(['attribute_mapping', 'authorization_params', 'enabled', 'email_optional', 'issuer'] as const),
]
const openidFields = ['discovery_url', 'skip_nonce_check'] as const
const oauthFields = ['authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'] as const

/** The row of a new provider. */
export function newProvider(context: AuthContext, body: CustomProviderBody): UnsavedProvider {
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
export function applyProviderChange(
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
export async function withDiscovery(context: AuthContext, row: UnsavedProvider): Promise<UnsavedProvider> {
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
