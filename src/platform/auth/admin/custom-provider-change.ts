import { randomUUID } from 'node:crypto'
import { seal } from '#platform/auth/accounts/keys/sealed-secret.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { invalid } from '#platform/auth/errors.ts'
import type { CustomProviderRow } from '#platform/auth/providers/oauth/custom-provider-queries.ts'
import { clientSecretPurpose, providerFromRow } from '#platform/auth/providers/oauth/find-provider.ts'
import { createProviderClient } from '#platform/auth/providers/oauth/provider-client.ts'
import type { CustomProviderBody } from './custom-provider-body.ts'

type UnsavedProvider = Omit<CustomProviderRow, 'created_at' | 'updated_at'>

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
	return {
		...before,
		name: body.name ?? before.name,
		client_id: body.client_id ?? before.client_id,
		sealed_secret: secret
			? seal(Buffer.from(secret), keys.secret, clientSecretPurpose(before.id))
			: before.sealed_secret,
		acceptable_client_ids: body.acceptable_client_ids ?? before.acceptable_client_ids,
		// Without this scope an OpenID provider returns no ID token.
		scopes: isOpenid && !scopes.includes('openid') ? ['openid', ...scopes] : scopes,
		custom_claims_allowlist: body.custom_claims_allowlist ?? before.custom_claims_allowlist,
		pkce_enabled: body.pkce_enabled ?? before.pkce_enabled,
		attribute_mapping: body.attribute_mapping ?? before.attribute_mapping,
		authorization_params: (body.authorization_params as Record<string, string>) ?? before.authorization_params,
		enabled: body.enabled ?? before.enabled,
		email_optional: body.email_optional ?? before.email_optional,
		issuer: body.issuer ?? before.issuer,
		...(isOpenid
			? {
					discovery_url: body.discovery_url ?? before.discovery_url,
					skip_nonce_check: body.skip_nonce_check ?? before.skip_nonce_check,
				}
			: {
					authorization_url: body.authorization_url ?? before.authorization_url,
					token_url: body.token_url ?? before.token_url,
					userinfo_url: body.userinfo_url ?? before.userinfo_url,
					jwks_uri: body.jwks_uri ?? before.jwks_uri,
				}),
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
