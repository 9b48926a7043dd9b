import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#server/errors.ts'
import { CallerError } from './caller.ts'

/** Our own error shape: `{"error":{"code","message","fields"?}}` (product.md §4). */
export function renderError(error: unknown, c: Context): Response {
	if (error instanceof CallerError)
		return c.json({ message: error.message, hint: hintFor(error) }, 401)
	const { status, body, headers } = wordError(error)
	return c.json(body, status as ContentfulStatusCode, headers)
}

/** What is said of an error; of one that nobody foresaw, only that it is ours. */
export function wordError(error: unknown): {
	status: number
	headers: Record<string, string>
	body: { error: { code: string; message: string; fields?: Record<string, string> } }
} {
	if (!(error instanceof AppError)) {
		const message = 'Something went wrong on our side.'
		return { status: 500, headers: {}, body: { error: { code: 'internal', message } } }
	}
	const { status, code, message, fields, headers = {} } = error
	return { status, headers, body: { error: { code, message, ...(fields ? { fields } : {}) } } }
}

/** What to do about a refused key, as the gateway of the reference words it. */
export function hintFor({ problem }: CallerError): string {
	if (problem === 'no_key') return 'No `apikey` request header or url param was found.'
	if (problem === 'bad_key') return 'Double check the API key that you use.'
	if (problem === 'ended_session') return 'Sign in again.'
	if (problem === 'expired_token') return 'Sign in again, or refresh the session.'
	return 'The token was not signed by this server, or names a role that it does not have.'
}
