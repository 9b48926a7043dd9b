import { CallerError } from '#platform/http/request/caller.ts'
import { hintFor } from '#platform/http/response/render-error.ts'
import { isConnectionRefused, isOutage } from '#platform/pg/pg-errors.ts'
import { tooLongMessage } from '#platform/rest/compile/compile-read.ts'
import { RestError, tokenError, wrongPartsError } from '#platform/rest/errors.ts'
import { statusOfSqlstate } from './http-status.ts'
import { raisedError } from './raised-error.ts'

/** An error answer; `unexpected` ones are logged. */
export type RenderedError = {
	status: number
	body: Record<string, unknown>
	headers: Record<string, string>
	unexpected: boolean
}

/** Seconds after which a request that met an outage may be sent again. */
const retryAfter = '1'

/**
 * Renders any error as PostgREST does, with `Retry-After` during an outage of the database.
 * @param bearer the raw token, for the message
 */
export function renderRestError(error: unknown, authenticated: boolean, bearer: string | undefined): RenderedError {
	const rendered = renderKnownError(error, authenticated, bearer)
	return rendered.status === 503 && (isOutage(error) || error instanceof RestError)
		? { ...rendered, headers: { ...rendered.headers, 'retry-after': retryAfter } }
		: rendered
}

function renderKnownError(error: unknown, authenticated: boolean, bearer: string | undefined): RenderedError {
	if (error instanceof RestError) return toRendered(error)
	if (error instanceof CallerError) return renderCallerError(error, bearer ?? '')
	const pg = toPgError(error)
	if (pg) {
		const redacted = redactFilePaths(pg)
		const isUnexpected = redacted !== undefined || pg.code.startsWith('XX')
		// PostgreSQL's own end of a connection; a function of the operator may raise the same code for a caller.
		if (isConnectionRefused(error)) return toRendered(fromPgError(redacted ?? pg, authenticated, 503), true)
		return toRendered(fromPgError(redacted ?? pg, authenticated), isUnexpected)
	}
	return { ...toRendered(connectionError(error)), unexpected: true }
}

function toRendered(problem: RestError, unexpected = false): RenderedError {
	const { status, code, message, details, hint, headers } = problem
	// A raised code may have characters that the header does not allow (RFC 9209).
	const proxyStatus: Record<string, string> = /^[\w.-]+$/.test(code)
		? { 'proxy-status': `PostgREST; error=${code}` }
		: {}
	return {
		status,
		body: { code, details, hint, message },
		headers: { ...proxyStatus, ...headers },
		unexpected,
	}
}

/** Errors of API keys have the short form of Supabase's gateway. */
function renderCallerError(error: CallerError, bearer: string): RenderedError {
	const { problem, message } = error
	if (problem === 'no_key' || problem === 'bad_key' || problem === 'key_in_address')
		return { status: 401, body: { message, hint: hintFor(error) }, headers: {}, unexpected: false }
	if (problem === 'bad_role') return toRendered(new RestError(403, '42501', 'permission denied to set role'))
	if (problem === 'expired_token') return toRendered(tokenError('PGRST303', 'JWT expired'))
	if (problem === 'ended_session') return toRendered(tokenError('PGRST303', 'JWT session has ended'))
	if (message === 'token is not valid yet') return toRendered(tokenError('PGRST303', 'JWT not yet valid'))
	if (message.startsWith("The JWT '")) return toRendered(tokenError('PGRST303', message))
	if (message === 'signature is invalid')
		return toRendered(
			tokenError('PGRST301', 'No suitable key or wrong key type', 'None of the keys was able to decode the JWT'),
		)
	const isToken = bearer.split('.').length === 3
	const couldNot = () => tokenError('PGRST301', "JWT couldn't be decoded")
	return toRendered(isToken ? couldNot() : wrongPartsError(bearer))
}

function toPgError(error: unknown): PgError | undefined {
	if (!(error instanceof Error)) return undefined
	const { code, detail, hint, severity } = error as Error & Record<string, unknown>
	if (typeof code !== 'string' || typeof severity !== 'string') return undefined
	const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
	return { code, message: error.message, detail: text(detail), hint: text(hint) }
}

function fromPgError({ code, message, detail, hint }: PgError, authenticated: boolean, outageStatus?: number) {
	if (code === 'PGRST') return raisedError(message, detail)
	const status = outageStatus ?? statusOfSqlstate(code, message, authenticated)
	const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
	const isTooLong = code === '54000' && message === tooLongMessage
	const shownHint = isTooLong ? 'Ask for fewer rows or columns: the answer is too large.' : hint
	return new RestError(status, code, message, { details: detail, hint: shownHint, headers })
}

/** Errors that are neither RestError nor of PostgreSQL: connections and bugs. */
function connectionError(error: unknown): RestError {
	const message = error instanceof Error ? error.message : ''
	if (message.includes('timeout exceeded when trying to connect'))
		return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
	if (/connection (terminated|ended)|client has encountered a connection error/i.test(message))
		return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.')
	if (isOutage(error)) return new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.')
	return new RestError(500, 'PGRSTX00', 'Internal error')
}

export type PgError = {
	code: string
	message: string
	detail: string | undefined
	hint: string | undefined
}

const start = String.raw`(?:^|[\s"'(=])`
/** Any path, relative ones included. */
const path = new RegExp(String.raw`${start}(?:[a-z]:[\\/]|\.{0,2}/|[\w.-]+/)[\w.-]`, 'i')
const absolutePath = new RegExp(String.raw`${start}(?:[a-z]:[\\/]|\.{0,2}/)[\w.-]`, 'i')
/** Absolute paths, and paths in the data directory. Extensions raise XX000 with other slashes. */
const databasePath = new RegExp(String.raw`${absolutePath.source}|${start}(?:base|global|pg_\w+)/\w`, 'i')

/** Codes of system errors, and of files that are missing or cannot be opened. */
const serverErrorCodes = /^(?:53|58|XX)/
const fileErrorCodes = /^(?:42501|42809)$/
const fileErrorMessage = /^could not [a-z ]*(?:file|directory|link)\b/
const connectionErrorCodes = /^08/

/**
 * Replaces an error that names a file of the server: callers must not learn its paths.
 * @returns undefined for an error without paths
 */
export function redactFilePaths({ code, message, detail, hint }: PgError): PgError | undefined {
	const pattern = pathPatternFor(code, message)
	if (![message, detail, hint].some((text) => text && pattern?.test(text))) return undefined
	const redacted = (message: string, hint?: string) => ({ code, message, detail: undefined, hint })
	if (code === '53100') return redacted('The server has no room to write.', 'Try again later.')
	if (code.startsWith('53')) return redacted('The server has too much to do.', 'Try again later.')
	if (connectionErrorCodes.test(code)) return redacted('The server could not reach another server.')
	if (code.startsWith('XX')) return redacted('The server made a mistake.')
	return redacted('The server could not read or write one of its files.')
}

/** The pattern of paths for an error code; undefined when paths are allowed. */
function pathPatternFor(code: string, message: string): RegExp | undefined {
	if (code === 'XX000') return databasePath
	if (connectionErrorCodes.test(code)) return absolutePath
	return serverErrorCodes.test(code) || (fileErrorCodes.test(code) && fileErrorMessage.test(message)) ? path : undefined
}
