import { BodyError } from '#platform/http/body/read-body.ts'
import { CallerError } from '#platform/http/request/caller.ts'
import { errorAnswer } from '#platform/http/response/render-error.ts'
import { type Answer, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { TokenError, type TokenProblem } from '#platform/keys/jwt.ts'
import { FileTooLarge, SourceBroken, StorageFull, StorageUnavailable } from '#platform/media/files/file-store.ts'
import { type ImageProblem, ImageRejected, ImagesBusy } from '#platform/media/images/image-job.ts'
import { isConflict, isDiskFull, isOutage } from '#platform/pg/pg-errors.ts'
import { type StorageCode, StorageError } from './storage-error.ts'

/** Renders any error in the shape of storage/v1; the second value says whether it is unexpected. */
export function renderStorageError(error: unknown, x: Exchange): [Answer, boolean] {
	if (isKeyProblem(error)) return [errorAnswer(error, x), false]
	const known = toStorageError(error)
	const refusal = known ?? new StorageError('InternalError', 'Internal Server Error')
	const headers = retryHeaders[refusal.status] ?? {}
	return [json(refusal.body, refusal.status, headers), !known]
}

/** A wrong API key is refused as by Supabase's gateway; a missing one as by its storage server. */
export function isKeyProblem(error: unknown): error is CallerError {
	return error instanceof CallerError && error.problem === 'bad_key'
}

/** `Retry-After` of a response to a request that may succeed later, in seconds. */
export const retryAfter = '5'

/** Headers by status: when to retry, or that the rest of the body will not be read. */
const retryHeaders: Record<number, Record<string, string>> = {
	408: { connection: 'close' },
	503: { 'retry-after': retryAfter },
	507: { 'retry-after': '60' },
}

const imageCodes: Record<ImageProblem, StorageCode> = {
	type: 'InvalidMimeType',
	bytes: 'EntityTooLarge',
	pixels: 'EntityTooLarge',
	damaged: 'InvalidImage',
	costly: 'InvalidImage',
}

const bodyCodes = {
	slow: 'RequestTimeout',
	busy: 'Unavailable',
	broken: 'InvalidRequest',
} as const

/** Converts any known error to an error of storage/v1. */
export function toStorageError(error: unknown): StorageError | undefined {
	if (error instanceof StorageError) return error
	if (error instanceof SourceBroken)
		// Other causes are errors of the sender's connection, whose codes equal those of a lost database.
		return error.cause instanceof StorageError
			? error.cause
			: new StorageError('InvalidRequest', 'The upload broke off', error)
	if (error instanceof CallerError) return fromCaller(error)
	if (error instanceof BodyError) return fromBody(error)
	if (error instanceof FileTooLarge)
		return new StorageError('EntityTooLarge', 'The object exceeded the maximum allowed size', error)
	if (error instanceof StorageFull || isDiskFull(error))
		return new StorageError('StorageFull', 'The server is short of disk space. Reading goes on, writing waits.', error)
	if (error instanceof StorageUnavailable)
		return new StorageError('Unavailable', 'The file store cannot be reached. Try again.', error)
	if (error instanceof ImagesBusy)
		return new StorageError('Unavailable', 'Too many pictures are waiting. Try again.', error)
	if (error instanceof ImageRejected) return new StorageError(imageCodes[error.problem], error.message, error)
	return fromPostgres(error) ?? fromOutage(error)
}

function fromBody(error: BodyError): StorageError {
	const { problem, message } = error
	if (problem === 'large') return new StorageError('EntityTooLarge', 'The request body is too large', error)
	return new StorageError(bodyCodes[problem], message, error)
}

function fromOutage(error: unknown): StorageError | undefined {
	if (!isOutage(error) && !isConflict(error)) return undefined
	return new StorageError('Unavailable', 'The database cannot be reached. Try again.', error)
}

/** Messages of the library that the reference verifies tokens with (https://github.com/panva/jose). */
const tokenMessages: Record<TokenProblem, string> = {
	malformed: 'Invalid Compact JWS',
	signature: 'signature verification failed',
	expired: '"exp" claim timestamp check failed',
	not_yet_valid: '"nbf" claim timestamp check failed',
}

function fromCaller(error: CallerError): StorageError {
	if (error.problem === 'no_key')
		return new StorageError('InvalidRequest', "headers must have required property 'authorization'", error)
	const { cause } = error
	const message = cause instanceof TokenError ? tokenMessages[cause.problem] : error.message
	return new StorageError('AccessDenied', message, error)
}

function fromPostgres(error: unknown): StorageError | undefined {
	const { code, message } = (error ?? {}) as { code?: unknown; message?: string }
	if (typeof code !== 'string') return undefined
	if (code === '42501') return new StorageError('AccessDenied', message ?? 'Access denied', error)
	if (code === '23505') return new StorageError('KeyAlreadyExists', 'The resource already exists', error)
	if (code === '23503') return new StorageError('NoSuchBucket', 'Bucket not found', error)
	if (code === 'QUOTA') return new StorageError('EntityTooLarge', message ?? 'The quota is used up', error)
	if (code === '57014') return new StorageError('DatabaseTimeout', 'The database took too long to answer', error)
	if (code === '55P03') return new StorageError('LockTimeout', 'The object is being written by somebody else', error)
	if (code === '53300' || code === '53400')
		return new StorageError('TooManyConnections', 'Too many connections to the database', error)
	// Raised on purpose by a policy or trigger of the operator.
	if (code === 'P0001' || code.startsWith('22') || code.startsWith('23'))
		return new StorageError('InvalidRequest', message ?? 'Invalid request', error)
	return undefined
}
