import type { IssuedKeys, KeyedRequest } from '#platform/keys/issued-keys.ts'
import { createVerifier, type TokenClaims, TokenError } from '#platform/keys/jwt.ts'
import type { Keys } from '#platform/keys/keys.ts'
import type { Claims } from '#platform/pg/db.ts'

/** The caller, as identified by key and token. */
export type Caller = {
	claims: Claims
	/** The API key's role; undefined when no key came. */
	keyRole: 'anon' | 'service_role' | undefined
	/** The verified user or role token, when the bearer was a JWT. */
	token: string | undefined
}

/** Why a caller was refused; each wire renders it in its own error shape. */
export type CallerProblem =
	| 'no_key'
	| 'bad_key'
	| 'key_in_address'
	| 'bad_token'
	| 'expired_token'
	| 'ended_session'
	| 'bad_role'
/** A request whose key or token cannot be accepted. */
export class CallerError extends Error {
	readonly problem: CallerProblem
	constructor(problem: CallerProblem, message: string, cause?: unknown) {
		super(message, { cause })
		this.problem = problem
	}
}

/** A request's headers, with its method and path where it is one over HTTP. */
export type IdentifiedRequest = Pick<Headers, 'get'> & KeyedRequest & Partial<Pick<URL, 'search' | 'searchParams'>>

/** `grace`: seconds for which a user's token is accepted after its expiry. */
export type Identify = (
	headers: IdentifiedRequest,
	url?: Pick<URL, 'searchParams' | 'search'>,
	grace?: number,
) => Promise<Caller>

const callerRoles = ['anon', 'authenticated', 'service_role'] as const

/**
 * Builds the function that turns `apikey` and `Authorization` into an identity.
 * A user token outranks the key; a bearer that equals a known key stands for that key's role.
 * @param ended ended sessions, whose tokens are refused before they expire
 * @param issued keys of programs; one never comes in an address, which ends up in logs
 * @param isKeyOptional a request without a key counts as one with the anonymous key
 * @throws CallerError from the returned function, as a rejection
 */
export function createIdentify(
	keys: Keys,
	ended: { has(claims: TokenClaims): boolean },
	{ issued, isKeyOptional = false }: { issued?: Pick<IssuedKeys, 'prefix' | 'find'>; isKeyOptional?: boolean } = {},
): Identify {
	const verify = createVerifier(keys)

	const keyRole = async (key: string): Promise<'anon' | 'service_role'> => {
		const role = keys.roleByApiKey.get(key) ?? (await roleOfJwtKey(key))
		if (!role) throw new CallerError('bad_key', 'Invalid API key')
		return role
	}
	const roleOfJwtKey = async (key: string): Promise<'anon' | 'service_role' | undefined> => {
		try {
			const { role, sub } = await verify(key)
			return sub === undefined && (role === 'anon' || role === 'service_role') ? role : undefined
		} catch {
			return undefined
		}
	}

	const isIssued = (text: string | null | undefined) => issued !== undefined && text?.startsWith(issued.prefix) === true

	async function callerOfIssued(key: string, request: KeyedRequest): Promise<Caller> {
		const claims = await issued?.find(key, request)
		if (!claims) throw new CallerError('bad_key', 'This key is not known here, has ended or was revoked.')
		return { claims, keyRole: 'anon', token: undefined }
	}

	return async (headers, url, grace) => {
		if (issued && isKeyInAddress(url ?? headers, issued.prefix))
			throw new CallerError(
				'key_in_address',
				'A key is never sent in an address, which ends up in logs. Send it as Authorization: Bearer.',
			)
		const apiKey = headers.get('apikey') ?? url?.searchParams.get('apikey') ?? undefined
		const key = apiKey || !isKeyOptional ? apiKey : keys.anonKey
		const bearer = readBearer(headers.get('authorization'))
		if (bearer !== undefined && isIssued(bearer)) {
			// As the official client sends it: a key of the project beside it, or the same key.
			if (apiKey && apiKey !== bearer) await keyRole(apiKey)
			return callerOfIssued(bearer, headers)
		}
		if (bearer === undefined && apiKey && isIssued(apiKey)) return callerOfIssued(apiKey, headers)
		if (!key && !bearer) throw new CallerError('no_key', 'No API key found in request')
		const role = key ? await keyRole(key) : undefined
		if (!bearer || bearer === key) return { claims: { role: role ?? 'anon' }, keyRole: role, token: undefined }
		const known = keys.roleByApiKey.get(bearer)
		if (known) return { claims: { role: known }, keyRole: role, token: undefined }
		if (bearer.startsWith('sb_')) throw new CallerError('bad_key', 'Invalid API key')
		const claims = await verify(bearer, grace).catch(throwCallerError)
		if (ended.has(claims)) throw new CallerError('ended_session', 'The session of this token has ended')
		return { claims: toClaims(claims), keyRole: role, token: bearer }
	}
}

function isKeyInAddress(url: Partial<Pick<URL, 'search' | 'searchParams'>>, prefix: string): boolean {
	if (!url.search?.includes(prefix) || !url.searchParams) return false
	for (const value of url.searchParams.values()) if (value.startsWith(prefix)) return true
	return false
}

function throwCallerError(error: unknown): never {
	if (!(error instanceof TokenError)) throw error
	throw new CallerError(error.problem === 'expired' ? 'expired_token' : 'bad_token', error.message, error)
}

/** A signed token still may not name a role that callers cannot have; one that names none is anonymous. */
function toClaims(claims: TokenClaims): Claims {
	const { role: named = 'anon' } = claims
	const role = callerRoles.find((candidate) => candidate === named)
	if (!role) throw new CallerError('bad_role', 'The role of this token is not known here.')
	// A token stands for a person: the claims of a key are given by the server alone.
	const { api_key: _key, key: _about, ...others } = claims as Record<string, unknown>
	return { ...others, role }
}

/** RFC 6750 §2.1: the scheme in any case, one space, one token. */
export function readBearer(header: string | null): string | undefined {
	return /^bearer ([^\s]+)$/i.exec(header ?? '')?.[1]
}
