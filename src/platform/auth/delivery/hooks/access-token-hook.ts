import type { AccessClaims, ChangeClaims } from '#platform/auth/accounts/sessions/access-token.ts'
import { hookFailure } from './hook-errors.ts'
import type { Hook } from './hooks.ts'

/** JSON Schema types of claims, by which Supabase Auth validates the output of the hook. */
const claimTypes: Readonly<Record<string, readonly string[]>> = {
	aud: ['string', 'array'],
	exp: ['integer'],
	iat: ['integer'],
	sub: ['string'],
	email: ['string'],
	phone: ['string'],
	role: ['string'],
	aal: ['string'],
	session_id: ['string'],
	is_anonymous: ['boolean'],
	jti: ['string'],
	iss: ['string'],
	nbf: ['integer'],
	app_metadata: ['object'],
	user_metadata: ['object'],
	amr: ['array'],
	client_id: ['string'],
}
const requiredClaims = Object.keys(claimTypes).slice(0, 10)
/** Bytes. A larger token is refused on every wire, so that its owner could not even sign out. */
const maxClaimsBytes = 11_500

/**
 * Lets the custom-access-token hook replace the claims of a token.
 * @throws AuthError 500 from the returned function when the hook drops a required claim; as Hook otherwise
 */
export function createClaimsHook(hook: Hook): ChangeClaims {
	return async (claims, method, call) => {
		const input = { user_id: claims.sub, claims, authentication_method: method }
		const answer = await hook.run(input, call)
		if (!('claims' in answer)) throw hookFailure('output claims field is missing')
		const { claims: changed } = answer
		if (jsonTypeOf(changed) !== 'object') throw hookFailure('Error unmarshaling JSON output.')
		return requireValidClaims(changed as Record<string, unknown>)
	}
}

function requireValidClaims(claims: Record<string, unknown>): AccessClaims {
	const missing = requiredClaims.filter((name) => !(name in claims)).map((name) => `- (root): ${name} is required\n`)
	const wrong = Object.entries(claimTypes)
		.filter(([name, kinds]) => name in claims && !kinds.includes(jsonTypeOf(claims[name])))
		.map(
			([name, kinds]) => `- ${name}: Invalid type. Expected: ${kinds.join('/')}, given: ${jsonTypeOf(claims[name])}\n`,
		)
	const problems = [...missing, ...wrong]
	if (problems.length > 0)
		throw hookFailure(`output claims do not conform to the expected schema: \n${problems.join('')}`)
	if (Buffer.byteLength(JSON.stringify(claims)) > maxClaimsBytes)
		throw hookFailure(`output claims are larger than ${maxClaimsBytes} bytes`)
	return claims as AccessClaims
}

function jsonTypeOf(value: unknown): string {
	if (value === null) return 'null'
	if (Array.isArray(value)) return 'array'
	return Number.isInteger(value) ? 'integer' : typeof value
}
