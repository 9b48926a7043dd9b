import type { Logger } from 'pino'
import { CallerError } from '#platform/http/request/caller.ts'
import { type Answer, html, json } from '#platform/http/routing/answer.ts'
import { isConflict, isDiskFull, isLimitReached, isOutage } from '#platform/pg/pg-errors.ts'
import { AppError, storageFull } from './app-error.ts'

/** Our own error shape: `{"error":{"code","message","fields"?}}`; a page for a browser that meets a fault of the server. */
export function errorAnswer(
	error: unknown,
	request: { header(name: string): string | undefined; requestId?: string },
): Answer {
	if (error instanceof CallerError) return json({ message: error.message, hint: hintFor(error) }, 401)
	const { status, body, headers } = toErrorResponse(error)
	if (status >= 500 && request.header('accept')?.includes('text/html'))
		return html(errorPage(body.error.message, request.requestId), status, { ...headers, ...pageHeaders })
	return json(body, status, headers)
}

const pageHeaders = { 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'" }

/** The error page for people; it depends on nothing that could fail too. */
function errorPage(message: string, requestId: string | undefined): string {
	const reference = requestId ? `\n<p>The operator finds this in the log as <code>${requestId}</code>.</p>` : ''
	return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Not right now</title><h1>This page cannot be shown right now</h1>
<p>${message}</p><p>If you were sending something, go back: what you typed is still there.</p>${reference}</html>
`
}

/** The public message of an error; unexpected errors only say that the fault is ours. */
export function toErrorResponse(error: unknown): {
	status: number
	headers: Record<string, string>
	body: { error: { code: string; message: string; fields?: Record<string, string> } }
} {
	const known = toAppError(error)
	if (!known) {
		const message = 'Something went wrong on our side.'
		return { status: 500, headers: {}, body: { error: { code: 'internal', message } } }
	}
	const { status, code, message, fields, details, headers = {} } = known
	return { status, headers, body: { error: { code, message, ...(fields ? { fields } : {}), ...details } } }
}

/** Logs errors that are not deliberate refusals: outages as warnings, faults of ours as errors. */
export function logFailure(log: Logger, error: unknown, requestId: string): void {
	if (error instanceof AppError || error instanceof CallerError) return
	if (toAppError(error)) log.warn({ err: error, requestId }, 'the database is away, or busy')
	else log.error({ err: error, requestId }, 'unexpected')
}

/** The thrown error if it is a refusal or a temporary outage; undefined for a fault of ours. */
function toAppError(error: unknown): AppError | undefined {
	if (error instanceof AppError) return error
	if (isDiskFull(error)) return storageFull(error)
	if (isLimitReached(error)) return new AppError(403, 'limit_reached', (error as Error).message, { cause: error })
	if (!isOutage(error) && !isConflict(error)) return undefined
	return new AppError(503, 'unavailable', 'The database cannot be reached right now. Please try again.', {
		headers: { 'retry-after': '1' },
		cause: error,
	})
}

/** Hint for a refused key, with the text of Supabase's gateway. */
export function hintFor({ problem }: CallerError): string {
	if (problem === 'no_key') return 'No `apikey` request header or url param was found.'
	if (problem === 'bad_key') return 'Double check the API key that you use.'
	if (problem === 'key_in_address') return 'Revoke this key: addresses are kept in logs and histories.'
	if (problem === 'ended_session') return 'Sign in again.'
	if (problem === 'expired_token') return 'Sign in again, or refresh the session.'
	return 'The token was not signed by this server, or names a role that it does not have.'
}
