import { z } from 'zod'
import { optional, text } from '#platform/auth/body.ts'
import { invalid } from '#platform/auth/errors.ts'
import { customProviderPrefix } from '#platform/auth/providers/oauth/find-provider.ts'

const optionalStrings = optional(z.array(z.string()))
const optionalBoolean = optional(z.boolean())
const optionalObject = optional(z.record(z.string(), z.unknown()))
/** A provider as an administrator submits it. */
export const customProviderBody = z.object({
	provider_type: text,
	identifier: text,
	name: text,
	client_id: text,
	client_secret: text,
	acceptable_client_ids: optionalStrings,
	scopes: optionalStrings,
	custom_claims_allowlist: optionalStrings,
	pkce_enabled: optionalBoolean,
	attribute_mapping: optionalObject,
	authorization_params: optionalObject,
	enabled: optionalBoolean,
	email_optional: optionalBoolean,
	issuer: text,
	discovery_url: text,
	skip_nonce_check: optionalBoolean,
	authorization_url: text,
	token_url: text,
	userinfo_url: text,
	jwks_uri: text,
})
export type CustomProviderBody = z.output<typeof customProviderBody>

const types = ['oauth2', 'oidc']
const urlFields = [
	...(['issuer', 'discovery_url', 'authorization_url'] as const),
	...(['token_url', 'userinfo_url', 'jwks_uri'] as const),
]
/** Parameters of the authorization request that the server sets. */
const reservedParameters = [
	...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state'],
	...['code_challenge', 'code_challenge_method', 'code_verifier', 'nonce', 'request', 'request_uri'],
]
/** Fields that the claims of a provider must not set. */
const protectedFields = [
	...['id', 'aud', 'role', 'app_metadata', 'created_at', 'updated_at', 'confirmed_at'],
	...['email_confirmed_at', 'phone_confirmed_at', 'email_verified', 'phone_verified'],
	...['banned_until', 'is_super_admin'],
]

/** Checks that a new provider is complete. @throws AuthError 400 validation_failed */
export function requireComplete(body: CustomProviderBody): void {
	readType(body.provider_type, 'provider_type')
	readIdentifier(body.identifier)
	for (const field of ['name', 'client_id', 'client_secret'] as const)
		if (!body[field]) throw invalid(`${field} is required`)
	if (body.provider_type === 'oidc') {
		if (!body.issuer) throw invalid('issuer is required for OIDC providers')
		return
	}
	for (const field of ['authorization_url', 'token_url', 'userinfo_url'] as const)
		if (!body[field]) throw invalid(`${field} is required for OAuth2 providers`)
}

/** Checks the fields of a new provider or a change. @throws AuthError 400 validation_failed */
export function checkCustomProvider(body: CustomProviderBody, allowPrivate: boolean): void {
	for (const [key, value] of Object.entries(body.authorization_params ?? {})) {
		if (reservedParameters.includes(key.toLowerCase()))
			throw invalid(`Cannot override reserved OAuth parameter: ${key}`)
		if (typeof value !== 'string') throw invalid(`Authorization parameter ${JSON.stringify(key)} must be a string`)
	}
	for (const target of Object.keys(body.attribute_mapping ?? {}))
		if (protectedFields.includes(target)) throw invalid(`Cannot map to protected system field: ${target}`)
	if (body.custom_claims_allowlist?.some((claim) => !claim.trim()))
		throw invalid('custom_claims_allowlist must not contain empty claim keys')
	if ((body.name ?? '').length > 255) throw invalid('name cannot exceed 255 characters')
	for (const field of urlFields) checkUrl(field, body[field], allowPrivate)
}

/** @throws AuthError 400 for an unknown type */
export function readType(type: string | undefined, name: string): string {
	if (!type || !types.includes(type)) throw invalid(`${name} must be either 'oauth2' or 'oidc'`)
	return type
}

/** @throws AuthError 400 for an invalid identifier */
export function readIdentifier(identifier: string | undefined): string {
	if (!identifier) throw invalid('identifier is required')
	if (!identifier.startsWith(customProviderPrefix))
		throw invalid(`identifier must start with 'custom:' prefix, e.g. 'custom:${identifier}'`)
	if (!/^custom:[a-z0-9][a-z0-9_-]{0,49}$/.test(identifier))
		throw invalid('identifier may have lowercase letters, digits, hyphens and underscores')
	return identifier
}

function checkUrl(field: string, address: string | undefined, allowPrivate: boolean): void {
	if (!address) return
	const problem = invalid(`${field} must be a valid HTTPS URL`)
	if (address.length > 2048 || !URL.canParse(address)) throw problem
	const { protocol, username, password, hash } = new URL(address)
	if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) throw problem
	if (username || password || hash) throw problem
}
