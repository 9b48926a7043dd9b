import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { AppError, storageFull } from '#server/errors.ts'
import { isConflict, isDiskFull, isOutage } from '#server/pg/outage.ts'
import { CallerError } from './caller.ts'

/** Our own error shape: `{"error":{"code","message","fields"?}}` (product.md §4). */
export function renderError(error: unknown, c: Context): Response {
	if (error instanceof CallerError)
		return c.json({ message: error.message, hint: hintFor(error) }, 401)
	const { status, body, headers } = wordError(error)
	if (status >= 500 && c.req.header('accept')?.includes('text/html'))
		return c.html(pageOf(body.error.message), status as ContentfulStatusCode, {
			...headers,
			...pageHeaders,
		})
	return c.json(body, status as ContentfulStatusCode, headers)
}

const pageHeaders = { 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'" }

/** For people: it needs nothing that could be away as well. */
function pageOf(message: string): string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Not right now</title><h1>This page cannot be shown right now</h1>
<p>${message}</p><p>If you were sending something, go back: what you typed is still there.</p></html>
`
}

/** What is said of an error; of one that nobody foresaw, only that it is ours. */
export function wordError(error: unknown): {
	status: number
	headers: Record<string, string>
	body: { error: { code: string; message: string; fields?: Record<string, string> } }
} {
	const known = foreseen(error)
	if (!known) {
		const message = 'Something went wrong on our side.'
		return { status: 500, headers: {}, body: { error: { code: 'internal', message } } }
	}
	const { status, code, message, fields, headers = {} } = known
	return { status, headers, body: { error: { code, message, ...(fields ? { fields } : {}) } } }
}

/** Logs what was not refused on purpose: what may pass by itself as a warning, a mistake of ours as an error. */
export function logFailure(log: Logger, error: unknown, requestId: string): void {
	if (error instanceof AppError || error instanceof CallerError) return
	if (foreseen(error)) log.warn({ err: error, requestId }, 'the database is away, or busy')
	else log.error({ err: error, requestId }, 'unexpected')
}

/** What was thrown, if it is a refusal or means that the same may succeed a moment later; nothing of a mistake of ours. */
function foreseen(error: unknown): AppError | undefined {
	if (error instanceof AppError) return error
	if (isDiskFull(error)) return storageFull(error)
	if (!isOutage(error) && !isConflict(error)) return undefined
	return new AppError(
		503,
		'unavailable',
		'The database cannot be reached right now. Please try again.',
		{ headers: { 'retry-after': '1' }, cause: error },
	)
}

/** What to do about a refused key, as the gateway of the reference words it. */
export function hintFor({ problem }: CallerError): string {
	if (problem === 'no_key') return 'No `apikey` request header or url param was found.'
	if (problem === 'bad_key') return 'Double check the API key that you use.'
	if (problem === 'ended_session') return 'Sign in again.'
	if (problem === 'expired_token') return 'Sign in again, or refresh the session.'
	return 'The token was not signed by this server, or names a role that it does not have.'
}
