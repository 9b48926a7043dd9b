import type { Logger } from 'pino'
import { AppError } from '#platform/http/response/app-error.ts'
import { type Answer, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isConflict, isOutage } from '#platform/pg/pg-errors.ts'
import { toAuthErrorFromDatabase } from './database-errors.ts'
import { ApiKeyError, AuthError, OAuthError } from './errors.ts'

const version = '2024-01-01'
const versionHeader = 'X-Supabase-Api-Version'

/** Status, headers and body of a refusal. */
export type RenderedError = { status: number; headers: Record<string, string>; body: object }

/** Renders an error that a check or a handler threw. */
export function renderAuthError(thrown: unknown, x: Exchange, log: Logger): Answer {
	if (thrown instanceof ApiKeyError) return json({ message: thrown.message, hint: thrown.hint }, 401)
	const { requestId } = x
	const requestedVersion = x.header(versionHeader.toLowerCase())
	const { status, headers, body } = formatAuthError(thrown, requestedVersion, { requestId, log })
	const pairs = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
	return json(body, status, Object.fromEntries(pairs))
}

/**
 * Formats an error in the shape of API version 2024-01-01, or in the older one.
 * @param requestedVersion the caller's X-Supabase-Api-Version header
 */
export function formatAuthError(
	thrown: unknown,
	requestedVersion: string | undefined,
	{ requestId, log }: { requestId: string; log: Logger },
): RenderedError {
	if (thrown instanceof OAuthError)
		return {
			status: 400,
			headers: {},
			body: { error: thrown.error, error_description: thrown.message },
		}
	const error = toAuthError(thrown, requestId, log)
	const { status, code, message, reasons } = error
	const weak = reasons ? { weak_password: { reasons } } : {}
	const modern = wantsModernErrors(requestedVersion)
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

/** Any date from 2024-01-01 on selects the newer shape. */
function wantsModernErrors(header: string | undefined): boolean {
	if (header === undefined || !/^\d{4}-\d\d-\d\d$/.test(header) || header < version) return false
	// Date.parse reads 30 February as a day in March, but it is no date.
	const day = Date.parse(header)
	return !Number.isNaN(day) && new Date(day).toISOString().startsWith(header)
}

/** Maps any error to a refusal. An unforeseen one is logged, and its cause is not sent to the caller. */
export function toAuthError(thrown: unknown, requestId: string, log: Logger): AuthError {
	if (thrown instanceof AuthError) return thrown
	if (thrown instanceof AppError && thrown.status === 413)
		return new AuthError(413, 'request_entity_too_large', thrown.message)
	const known = toAuthErrorFromDatabase(thrown)
	if (known) return known
	// Clients discard a session when a refresh answers 500, and retry when it answers 503.
	if (isOutage(thrown) || isConflict(thrown)) {
		log.warn({ err: thrown, requestId }, 'the database is away, or busy')
		const busy = 'The server is busy. Please try again.'
		return new AuthError(503, 'server_busy', busy, { headers: { 'Retry-After': '1' } })
	}
	log.error({ err: thrown, requestId }, 'auth request failed')
	const message = 'Unexpected failure, please check server logs for more information'
	return new AuthError(500, 'unexpected_failure', message)
}
