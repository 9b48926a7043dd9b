import type { AuthContext } from '#platform/auth/auth-context.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Config } from '#platform/config/config.ts'
import { unseal } from '#platform/keys/sealed-secret.ts'
import { type CustomProviderRow, selectCustomProvider } from './custom-provider-queries.ts'
import type { SignInProvider } from './provider.ts'

/** The prefix of providers that administrators added. */
export const customProviderPrefix = 'custom:'

/** Finds a provider by name; `disabled` when an administrator disabled it. */
export async function findProvider(
	context: AuthContext,
	name: string,
): Promise<SignInProvider | 'disabled' | undefined> {
	if (!name.startsWith(customProviderPrefix)) return context.providers.get(name)
	const [row] = await context.db.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(selectCustomProvider(name)))
	if (!row) return undefined
	return row.enabled ? providerFromRow(row, context.config, readSecret(row, context)) : 'disabled'
}

/** Builds the provider of a row. */
export function providerFromRow(
	row: Omit<CustomProviderRow, 'sealed_secret'>,
	config: Config,
	clientSecret: string,
): SignInProvider {
	const { authorization_url: authorize, token_url: token, userinfo_url: userinfo } = row
	const isPlain = row.provider_type === 'oauth2'
	return {
		name: row.identifier,
		kind: isPlain ? 'oauth2' : 'openid',
		clientIds: [row.client_id, ...row.acceptable_client_ids],
		clientSecret,
		issuer: row.issuer ?? new URL(authorize ?? '').origin,
		scopes: row.scopes,
		skipNonceCheck: row.skip_nonce_check,
		emailOptional: row.email_optional,
		custom: {
			label: row.name,
			changedAt: row.updated_at.getTime(),
			allowPrivate: config.CUSTOM_PROVIDERS_ALLOW_PRIVATE,
			pkce: row.pkce_enabled,
			parameters: row.authorization_params,
			mapping: row.attribute_mapping,
			keptClaims: row.custom_claims_allowlist,
			discoveryUrl: row.discovery_url ?? undefined,
			endpoints: isPlain && authorize && token && userinfo ? { authorize, token, userinfo } : undefined,
			hasIssuer: row.issuer !== null,
		},
	}
}

/** Each secret is sealed for its own row, so that it cannot be moved to another provider. */
export function clientSecretPurpose(id: string): string {
	return `custom-provider/${id}`
}

function readSecret({ id, sealed_secret }: CustomProviderRow, { keys }: AuthContext): string {
	return unseal(sealed_secret, keys.secret, clientSecretPurpose(id)).toString()
}
