import type { Deps } from '#server/deps.ts'
import { SourceBroken } from '#server/media/file-store.ts'
import { isOutage } from '#server/pg/outage.ts'
import { toStorageError } from '#server/storage/render-error.ts'

type TusError = { status_code: number; body: string }

/** TUS errors are a line of text under their true status (data.md §4.6). */
export function toTusError(
	deps: Pick<Deps, 'log'>,
	method: string,
	error: Error | TusError,
): TusError {
	const answer = word(deps, error)
	// tus-js-client takes a server's failure at HEAD for the end of the upload, and begins again from nothing. Of a
	// locked one it asks again.
	const isPassing = method === 'HEAD' && answer.status_code >= 500
	return isPassing ? { ...answer, status_code: 423 } : answer
}

function word({ log }: Pick<Deps, 'log'>, error: Error | TusError): TusError {
	if (isTusError(error)) return error
	// What came counts, so whoever can still hear this may go on; of 4xx clients take only this one so.
	if (error instanceof SourceBroken) return { status_code: 423, body: 'The upload broke off\n' }
	const known = toStorageError(error)
	if (known && isOutage(error)) log.warn({ err: error }, 'the database is away')
	if (known) return { status_code: known.trueStatus, body: `${known.message}\n` }
	log.error({ err: error }, 'unexpected')
	return { status_code: 500, body: 'Internal Server Error\n' }
}

/** The library throws plain objects, and one class, that carry their own answer. */
function isTusError(error: object): error is TusError {
	return 'status_code' in error && 'body' in error
}
