import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#server/errors.ts'
import { CallerError } from './caller.ts'

/** Our own error shape: `{"error":{"code","message","fields"?}}` (product.md §4). */
export function renderError(error: unknown, c: Context): Response {
	if (error instanceof CallerError)
		return c.json({ message: error.message, hint: hintFor(error) }, 401)
	if (!(error instanceof AppError))
		return c.json(
			{ error: { code: 'internal', message: 'Something went wrong on our side.' } },
			500,
		)
	const { status, code, message, fields, headers } = error
	return c.json(
		{ error: { code, message, ...(fields ? { fields } : {}) } },
		status as ContentfulStatusCode,
		headers,
	)
}

/** What to do about a refused key, as the gateway of the reference words it. */
export function hintFor({ problem }: CallerError): string {
	if (problem === 'no_key') return 'No `apikey` request header or url param was found.'
	if (problem === 'bad_key') return 'Double check the API key that you use.'
	if (problem === 'expired_token') return 'Sign in again, or refresh the session.'
	return 'The token was not signed by this server, or names a role that it does not have.'
}
