import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { isConflict, isOutage } from '#server/pg/outage.ts'
import { fromDatabase } from './database-errors.ts'
import { AuthError, OAuthError } from './errors.ts'

const version = '2024-01-01'
const versionHeader = 'X-Supabase-Api-Version'

/** A refusal in words: what the answer's head and body hold. */
export type WordedError = { status: number; headers: Record<string, string>; body: object }

/** Renders what a handler threw. */
export function renderAuthError(thrown: unknown, c: Context<Env>, log: Logger): Response {
	const { requestId } = c.var
	const worded = wordAuthError(thrown, c.req.header(versionHeader), { requestId, log })
	for (const [name, value] of Object.entries(worded.headers)) c.header(name, value)
	return c.json(worded.body, worded.status as ContentfulStatusCode)
}

/**
 * Words what a handler threw in the older or the 2024-01-01 shape (auth.md §1.1).
 * @param asked the version that the caller's header names
 */
export function wordAuthError(
	thrown: unknown,
	asked: string | undefined,
	{ requestId, log }: { requestId: string; log: Logger },
): WordedError {
	if (thrown instanceof OAuthError)
		return {
			status: 400,
			headers: {},
			body: { error: thrown.error, error_description: thrown.message },
		}
	const error = toAuthError(thrown, requestId, log)
	const { status, code, message, reasons } = error
	const weak = reasons ? { weak_password: { reasons } } : {}
	const modern = speaksModernErrors(asked)
	const headers: Record<string, string> = { ...error.headers }
	if (modern) headers[versionHeader] = version
	if (!modern || code !== 'weak_password') headers['x-sb-error-code'] = code
	const body = modern
		? { code, message, ...weak }
		: {
				code: status,
				error_code: code,
				msg: message,
				...(status >= 500 ? { error_id: requestId } : {}),
				...weak,
			}
	return { status, headers, body }
}

/** Any date from 2024-01-01 on means the newer shape; anything else the older. */
function speaksModernErrors(header: string | undefined): boolean {
	if (header === undefined || !/^\d{4}-\d\d-\d\d$/.test(header) || header < version) return false
	// The thirtieth of February is read as a day in March, but is no date.
	const day = Date.parse(header)
	return !Number.isNaN(day) && new Date(day).toISOString().startsWith(header)
}

/** What a handler threw, as a refusal; what nobody foresaw is logged, and told without its cause. */
export function toAuthError(thrown: unknown, requestId: string, log: Logger): AuthError {
	if (thrown instanceof AuthError) return thrown
	if (thrown instanceof AppError && thrown.status === 413)
		return new AuthError(413, 'request_entity_too_large', thrown.message)
	const known = fromDatabase(thrown)
	if (known) return known
	// Clients give a session up when a refresh is answered 500, and try again when it is 503.
	if (isOutage(thrown) || isConflict(thrown)) {
		log.warn({ err: thrown, requestId }, 'the database is away, or busy')
		const busy = 'The server is busy. Please try again.'
		return new AuthError(503, 'server_busy', busy, { headers: { 'Retry-After': '1' } })
	}
	log.error({ err: thrown, requestId }, 'auth request failed')
	const message = 'Unexpected failure, please check server logs for more information'
	return new AuthError(500, 'unexpected_failure', message)
}
