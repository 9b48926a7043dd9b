import { failedRequestId } from './failed-request.ts'

/** Another person has saved since the value was read: nothing was written. */
export class StaleError extends Error {
	override name = 'StaleError'
}

type WireError = {
	code?: string
	message?: string
	details?: string | null
	hint?: string | null
	status?: number
	statusCode?: string | number
	name?: string
}

/** The response's data; throws its error. Works on every call of the official client. */
export function unwrap<Data>(answer: { data: Data; error: unknown }): NonNullable<Data> {
	if (answer.error) throw answer.error
	if (answer.data === null || answer.data === undefined)
		throw new Error('The server answered without the data that was asked for.')
	return answer.data
}

/** Throws the response's error, for calls whose data is not used. */
export function throwIfError(answer: { error: unknown }): void {
	if (answer.error) throw answer.error
}

/** One sentence about an error of rest, storage or functions. */
export function errorMessage(error: unknown): string {
	const { code, message, status, statusCode } = toWireError(error)
	if (isOffline(error)) return 'The server cannot be reached. Check your connection and try again.'
	if (error instanceof StaleError)
		return 'Somebody changed this elsewhere a moment ago. Nothing was saved yet: look, then save again.'
	// storage/v1 answers 400 to the browser, with the real status in the body.
	const number = Number(statusCode) || status
	if (code === '23505') return message ?? 'That is already taken.'
	if (code === '42501' || number === 403) return 'Your role in this space does not allow that.'
	if (code === 'PGRST301' || code === 'PGRST303' || number === 401) return 'Your session has ended. Sign in again.'
	if (code === 'PGRST116' || number === 404) return 'That is no longer there. Reload the page.'
	if (number === 413) return 'That file is too large.'
	if (number === 415) return 'That kind of file is not accepted. Use JPEG, PNG or WebP.'
	if (number === 429) return 'Too many requests. Wait a minute, then try again.'
	if (number === 507) return 'The server is short of disk space. Nothing was saved.'
	if (code === '22023' || code === '23514' || code === 'P0001')
		return message ?? 'The server did not accept that value.'
	const requestId = failedRequestId()
	const reference = requestId ? ` The server’s log has it as ${requestId.slice(0, 8)}.` : ''
	return `That did not work. Try again in a moment.${reference}`
}

/** The SQLSTATE or PGRST code of a rest error. */
export function errorCode(error: unknown): string | undefined {
	return toWireError(error).code
}

/** The hint of the server, such as a free slug. */
export function errorHint(error: unknown): string | undefined {
	return toWireError(error).hint || undefined
}

/** True when a retry may help: the network or the server failed, not the request. */
export function isTransient(error: unknown): boolean {
	const { status, code } = toWireError(error)
	if (isOffline(error)) return true
	return typeof status === 'number' ? status >= 500 : code === undefined
}

function isOffline(error: unknown): boolean {
	const { message, name = '' } = toWireError(error)
	if (['AuthRetryableFetchError', 'StorageUnknownError', 'FunctionsFetchError'].includes(name)) return true
	return /failed to fetch|networkerror|load failed/i.test(message ?? '')
}

function toWireError(error: unknown): WireError {
	if (typeof error !== 'object' || error === null) return {}
	const wire: WireError & { context?: unknown } = error
	// The client's error of a function has the status in the response alone.
	return wire.context instanceof Response ? { ...wire, status: wire.context.status } : wire
}
