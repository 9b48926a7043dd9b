import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { unseal } from '#server/auth/factors/sealed-secret.ts'
import type { Config } from '#server/config.ts'
import { type CustomProviderRow, customProviderByIdentifier } from './custom-provider-queries.ts'
import type { SignInProvider } from './provider.ts'

/** What the names of providers begin with that administrators added. */
export const customPrefix = 'custom:'

/** A provider by its name; `disabled` when an administrator switched it off. */
export async function findProvider(
	context: AuthContext,
	name: string,
): Promise<SignInProvider | 'disabled' | undefined> {
	if (!name.startsWith(customPrefix)) return context.providers.get(name)
	const [row] = await context.db.as(authService, (tx) =>
		tx.final<CustomProviderRow>(customProviderByIdentifier(name)),
	)
	if (!row) return undefined
	return row.enabled ? providerOf(row, context.config, readSecret(row, context)) : 'disabled'
}

/** The provider that a row describes. */
export function providerOf(
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
			changedAt: row.updated_at.getTime(),
			allowPrivate: config.CUSTOM_PROVIDERS_ALLOW_PRIVATE,
			pkce: row.pkce_enabled,
			parameters: row.authorization_params,
			mapping: row.attribute_mapping,
			keptClaims: row.custom_claims_allowlist,
			discoveryUrl: row.discovery_url ?? undefined,
			addresses:
				isPlain && authorize && token && userinfo ? { authorize, token, userinfo } : undefined,
			namesIssuer: row.issuer !== null,
		},
	}
}

/** Each secret is encrypted for its own row: one cannot be moved to another provider. */
export function secretPurpose(id: string): string {
	return `custom-provider/${id}`
}

function readSecret({ id, sealed_secret }: CustomProviderRow, { keys }: AuthContext): string {
	return unseal(sealed_secret, keys.secret, secretPurpose(id)).toString()
}
