import type { Deps } from '#platform/deps.ts'
import { SourceBroken } from '#platform/media/files/file-store.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import { toStorageError } from '#platform/storage/render-error.ts'

type TusError = { status_code: number; body: string }

/** Errors of TUS requests are a line of text with their real status. */
export function toTusError(deps: Pick<Deps, 'log'>, method: string, error: Error | TusError): TusError {
	const answer = toTusAnswer(deps, error)
	// tus-js-client restarts an upload after a 5xx at HEAD, but retries after 423 Locked.
	const isPassing = method === 'HEAD' && answer.status_code >= 500
	return isPassing ? { ...answer, status_code: 423 } : answer
}

function toTusAnswer({ log }: Pick<Deps, 'log'>, error: Error | TusError): TusError {
	if (isTusError(error)) return error
	// The bytes so far count, so the client may resume; 423 is the only 4xx that clients retry.
	if (error instanceof SourceBroken) return { status_code: 423, body: 'The upload broke off\n' }
	const known = toStorageError(error)
	if (known && isOutage(error)) log.warn({ err: error }, 'the database is away')
	if (known) return { status_code: known.httpStatus, body: `${known.message}\n` }
	log.error({ err: error }, 'unexpected')
	return { status_code: 500, body: 'Internal Server Error\n' }
}

/** The library throws plain objects and instances of one class, which carry status and body. */
function isTusError(error: object): error is TusError {
	return 'status_code' in error && 'body' in error
}
