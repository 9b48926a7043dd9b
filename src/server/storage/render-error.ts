import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Env } from '#server/deps.ts'
import { CallerError } from '#server/http/caller.ts'
import { renderError as renderGatewayError } from '#server/http/render-error.ts'
import { FileTooLarge, SourceBroken, StorageAway, StorageFull } from '#server/media/file-store.ts'
import { type ImageProblem, ImageRefused, ImagesBusy } from '#server/media/image-refused.ts'
import { isConflict, isDiskFull, isOutage } from '#server/pg/outage.ts'
import { TokenError, type TokenProblem } from '#server/tokens.ts'
import { type StorageCode, StorageError } from './storage-error.ts'

/** Renders anything thrown in this wire's shape; the second value says whether somebody should look at it. */
export function renderStorageError(error: unknown, c: Context<Env>): [Response, boolean] {
	if (isKeyProblem(error)) return [renderGatewayError(error, c), false]
	const known = toStorageError(error)
	const refusal = known ?? new StorageError('InternalError', 'Internal Server Error')
	const headers = headersOf[refusal.status] ?? {}
	return [c.json(refusal.body, refusal.status as ContentfulStatusCode, headers), !known]
}

/** A wrong API key is the gateway's to refuse; without any, the reference's storage server answers by itself. */
export function isKeyProblem(error: unknown): error is CallerError {
	return error instanceof CallerError && error.problem === 'bad_key'
}

/** The `Retry-After` of an answer that means: the same may succeed later. */
export const retryAfter = '5'

/** After how many seconds it may be worth another try, or that what is still to come will not be read; by status. */
const headersOf: Record<number, Record<string, string>> = {
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

/** This wire's word for anything that was thrown, if it has one. */
export function toStorageError(error: unknown): StorageError | undefined {
	if (error instanceof StorageError) return error
	if (error instanceof SourceBroken)
		// Other causes are the sender's connection, whose codes read like those of a lost database.
		return error.cause instanceof StorageError
			? error.cause
			: new StorageError('InvalidRequest', 'The upload broke off', error)
	if (error instanceof CallerError) return fromCaller(error)
	if (error instanceof FileTooLarge)
		return new StorageError('EntityTooLarge', 'The object exceeded the maximum allowed size', error)
	if (error instanceof StorageFull || isDiskFull(error))
		return new StorageError(
			'StorageFull',
			'The server is short of disk space. Reading goes on, writing waits.',
			error,
		)
	if (error instanceof StorageAway)
		return new StorageError('Unavailable', 'The file store cannot be reached. Try again.', error)
	if (error instanceof ImagesBusy)
		return new StorageError('Unavailable', 'Too many pictures are waiting. Try again.', error)
	if (error instanceof ImageRefused)
		return new StorageError(imageCodes[error.problem], error.message, error)
	return fromPostgres(error) ?? fromOutage(error)
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
		return new StorageError(
			'InvalidRequest',
			"headers must have required property 'authorization'",
			error,
		)
	const { cause } = error
	const message = cause instanceof TokenError ? tokenMessages[cause.problem] : error.message
	return new StorageError('AccessDenied', message, error)
}

function fromPostgres(error: unknown): StorageError | undefined {
	const { code, message } = (error ?? {}) as { code?: unknown; message?: string }
	if (typeof code !== 'string') return undefined
	if (code === '42501') return new StorageError('AccessDenied', message ?? 'Access denied', error)
	if (code === '23505')
		return new StorageError('KeyAlreadyExists', 'The resource already exists', error)
	if (code === '23503') return new StorageError('NoSuchBucket', 'Bucket not found', error)
	if (code === 'QUOTA')
		return new StorageError('EntityTooLarge', message ?? 'The quota is used up', error)
	if (code === '57014')
		return new StorageError('DatabaseTimeout', 'The database took too long to answer', error)
	if (code === '55P03')
		return new StorageError('LockTimeout', 'The object is being written by somebody else', error)
	if (code === '53300' || code === '53400')
		return new StorageError('TooManyConnections', 'Too many connections to the database', error)
	// What a policy or a trigger of the owner raises on purpose.
	if (code === 'P0001' || code.startsWith('22') || code.startsWith('23'))
		return new StorageError('InvalidRequest', message ?? 'Invalid request', error)
	return undefined
}
