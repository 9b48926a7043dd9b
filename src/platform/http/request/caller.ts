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
export type CallerProblem = 'no_key' | 'bad_key' | 'bad_token' | 'expired_token' | 'ended_session' | 'bad_role'
/** A request whose key or token cannot be accepted. */
export class CallerError extends Error {
	readonly problem: CallerProblem
	constructor(problem: CallerProblem, message: string, cause?: unknown) {
		super(message, { cause })
		this.problem = problem
	}
}

/** `grace`: seconds for which a user's token is accepted after its expiry. */
export type Identify = (
	headers: Pick<Headers, 'get'>,
	url?: Pick<URL, 'searchParams'>,
	grace?: number,
) => Promise<Caller>

const callerRoles = ['anon', 'authenticated', 'service_role'] as const

/**
 * Builds the function that turns `apikey` and `Authorization` into an identity.
 * A user token outranks the key; a bearer that equals a known key stands for that key's role.
 * @param ended ended sessions, whose tokens are refused before they expire
 * @param isKeyOptional a request without a key counts as one with the anonymous key
 * @throws CallerError from the returned function, as a rejection
 */
export function createIdentify(
	keys: Keys,
	ended: { has(claims: TokenClaims): boolean },
	isKeyOptional = false,
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

	return async (headers, url, grace) => {
		const apiKey = headers.get('apikey') ?? url?.searchParams.get('apikey') ?? undefined
		const key = apiKey || !isKeyOptional ? apiKey : keys.anonKey
		const bearer = readBearer(headers.get('authorization'))
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

function throwCallerError(error: unknown): never {
	if (!(error instanceof TokenError)) throw error
	throw new CallerError(error.problem === 'expired' ? 'expired_token' : 'bad_token', error.message, error)
}

/** A signed token still may not name a role that callers cannot have; one that names none is anonymous. */
function toClaims(claims: TokenClaims): Claims {
	const { role: named = 'anon' } = claims
	const role = callerRoles.find((candidate) => candidate === named)
	if (!role) throw new CallerError('bad_role', 'The role of this token is not known here.')
	return { ...(claims as Record<string, unknown>), role }
}

/** RFC 6750 §2.1: the scheme in any case, one space, one token. */
export function readBearer(header: string | null): string | undefined {
	return /^bearer ([^\s]+)$/i.exec(header ?? '')?.[1]
}
