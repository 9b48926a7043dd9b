import { randomUUID } from 'node:crypto'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { invalid } from '#server/auth/errors.ts'
import { seal } from '#server/auth/factors/sealed-secret.ts'
import type { CustomProviderRow } from '#server/auth/openid/custom-provider-queries.ts'
import { providerOf, secretPurpose } from '#server/auth/openid/find-provider.ts'
import { openUpstream } from '#server/auth/openid/upstream.ts'
import type { CustomProviderBody } from './custom-provider-body.ts'

type Unsaved = Omit<CustomProviderRow, 'created_at' | 'updated_at'>

/** A provider of a complete body. */
export function newProvider(context: AuthContext, body: CustomProviderBody): Unsaved {
	const id = randomUUID()
	const isOpenid = body.provider_type === 'oidc'
	return changedProvider(
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

/** A provider with what a body says anew. */
export function changedProvider(
	{ keys }: AuthContext,
	before: Unsaved,
	body: CustomProviderBody,
): Unsaved {
	const isOpenid = before.provider_type === 'oidc'
	const scopes = body.scopes ?? before.scopes
	const secret = body.client_secret
	return {
		...before,
		name: body.name ?? before.name,
		client_id: body.client_id ?? before.client_id,
		sealed_secret: secret
			? seal(Buffer.from(secret), keys.secret, secretPurpose(before.id))
			: before.sealed_secret,
		acceptable_client_ids: body.acceptable_client_ids ?? before.acceptable_client_ids,
		// Without it an OpenID provider would tell nothing of the person.
		scopes: isOpenid && !scopes.includes('openid') ? ['openid', ...scopes] : scopes,
		custom_claims_allowlist: body.custom_claims_allowlist ?? before.custom_claims_allowlist,
		pkce_enabled: body.pkce_enabled ?? before.pkce_enabled,
		attribute_mapping: body.attribute_mapping ?? before.attribute_mapping,
		authorization_params:
			(body.authorization_params as Record<string, string>) ?? before.authorization_params,
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

/** An OpenID provider is asked before it is kept, so that a mistake shows now and not at a person's sign-in. */
export async function withDiscovery(context: AuthContext, row: Unsaved): Promise<Unsaved> {
	if (row.provider_type !== 'oidc') return row
	const provider = providerOf(
		{ ...row, created_at: new Date(), updated_at: new Date() },
		context.config,
		'',
	)
	const { metadata } = await openUpstream(provider).catch((cause: unknown) => {
		context.log.warn({ err: cause, provider: row.identifier }, 'a provider cannot be discovered')
		// Nothing of what the other side said is in the answer: the address may not be one to read from.
		throw invalid(
			'OIDC discovery failed: the discovery document cannot be read or names another issuer',
		)
	})
	const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
		(field) => !metadata[field],
	)
	if (missing.length > 0)
		throw invalid(`OIDC discovery document is missing required fields: ${missing.join(', ')}`)
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
