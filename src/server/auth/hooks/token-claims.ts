import type { AuthContext } from '#server/auth/auth-context.ts'
import type { AccessClaims } from '#server/auth/bearer/access-token.ts'
import { hookFailure } from './hook-errors.ts'
import type { HookCall } from './hooks.ts'

/** Kinds of values as JSON Schema names them, by which the reference checks what a hook made of claims (auth.md 5.1). */
const forms: Readonly<Record<string, readonly string[]>> = {
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
const required = Object.keys(forms).slice(0, 10)
/** Bytes. More would make a token that no wire of ours reads (tokens.ts), and its owner could not even sign out. */
const mostBytes = 11_500

/**
 * Lets the custom-access-token hook change what a token will say. Whoever calls this looks first whether there is such a hook.
 * @param method by what the session was opened or raised; `token_refresh` when it goes on
 * @throws AuthError 500 when the hook leaves out what must be in there; as Hook otherwise
 */
export async function changeClaims(
	{ hooks }: Pick<AuthContext, 'hooks'>,
	claims: AccessClaims,
	method: string,
	call: HookCall,
): Promise<AccessClaims> {
	if (!hooks.customAccessToken) return claims
	const input = { user_id: claims.sub, claims, authentication_method: method }
	const answer = await hooks.customAccessToken.run(input, call)
	if (!('claims' in answer)) throw hookFailure('output claims field is missing')
	const { claims: changed } = answer
	if (kindOf(changed) !== 'object') throw hookFailure('Error unmarshaling JSON output.')
	return requireWhole(changed as Record<string, unknown>)
}

function requireWhole(claims: Record<string, unknown>): AccessClaims {
	const missing = required
		.filter((name) => !(name in claims))
		.map((name) => `- (root): ${name} is required\n`)
	const wrong = Object.entries(forms)
		.filter(([name, kinds]) => name in claims && !kinds.includes(kindOf(claims[name])))
		.map(
			([name, kinds]) =>
				`- ${name}: Invalid type. Expected: ${kinds.join('/')}, given: ${kindOf(claims[name])}\n`,
		)
	const problems = [...missing, ...wrong]
	if (problems.length > 0)
		throw hookFailure(`output claims do not conform to the expected schema: \n${problems.join('')}`)
	if (Buffer.byteLength(JSON.stringify(claims)) > mostBytes)
		throw hookFailure(`output claims are larger than ${mostBytes} bytes`)
	return claims as AccessClaims
}

function kindOf(value: unknown): string {
	if (value === null) return 'null'
	if (Array.isArray(value)) return 'array'
	return Number.isInteger(value) ? 'integer' : typeof value
}
