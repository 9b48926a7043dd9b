import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { fromDatabase } from './database-errors.ts'
import { AuthError, OAuthError } from './errors.ts'

const version = '2024-01-01'
const versionHeader = 'X-Supabase-Api-Version'

/** Renders what a handler threw in the older or the 2024-01-01 shape (auth.md §1.1). */
export function renderAuthError(thrown: unknown, c: Context<Env>, log: Logger): Response {
	if (thrown instanceof OAuthError)
		return c.json({ error: thrown.error, error_description: thrown.message }, 400)
	const error = toAuthError(thrown, c, log)
	const { status, code, message, reasons, headers } = error
	const weak = reasons ? { weak_password: { reasons } } : {}
	const modern = speaksModernErrors(c.req.header(versionHeader))
	for (const [name, value] of Object.entries(headers ?? {})) c.header(name, value)
	if (modern) c.header(versionHeader, version)
	if (!modern || code !== 'weak_password') c.header('x-sb-error-code', code)
	return c.json(
		modern
			? { code, message, ...weak }
			: {
					code: status,
					error_code: code,
					msg: message,
					...(status >= 500 ? { error_id: c.var.requestId } : {}),
					...weak,
				},
		status as ContentfulStatusCode,
	)
}

/** Any date from 2024-01-01 on means the newer shape; anything else the older. */
function speaksModernErrors(header: string | undefined): boolean {
	return (
		header !== undefined &&
		/^\d{4}-\d\d-\d\d$/.test(header) &&
		!Number.isNaN(Date.parse(header)) &&
		header >= version
	)
}

function toAuthError(thrown: unknown, c: Context<Env>, log: Logger): AuthError {
	if (thrown instanceof AuthError) return thrown
	if (thrown instanceof AppError && thrown.status === 413)
		return new AuthError(413, 'request_entity_too_large', thrown.message)
	const known = fromDatabase(thrown)
	if (known) return known
	log.error({ err: thrown, requestId: c.var.requestId }, 'auth request failed')
	const message = 'Unexpected failure, please check server logs for more information'
	return new AuthError(500, 'unexpected_failure', message)
}
