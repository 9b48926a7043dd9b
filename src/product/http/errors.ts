import { AppError, storageFull } from '#platform/http/response/app-error.ts'
import { StorageFull, StorageUnavailable } from '#platform/media/files/file-store.ts'

const hour = 3_600_000

/** @param fields what is wrong, by field */
export function invalid(fields: Record<string, string>): AppError {
	return new AppError(422, 'invalid', 'Some fields need your attention.', { fields })
}

/** For hourly budgets: the client may retry when the hour turns. */
export function rateLimited(): AppError {
	return new AppError(429, 'rate_limited', 'Too many requests. Please wait a little.', {
		headers: { 'retry-after': String(secondsToNextHour()) },
	})
}

/** For work that waits for a place, a disk or another service. @param seconds after which the client may try again */
export function unavailable(message: string, seconds: number, cause?: unknown): AppError {
	return new AppError(503, 'unavailable', message, { headers: { 'retry-after': String(seconds) }, cause })
}

/** The answer to an error of the file store; other errors stay as they are. @param message for a store that cannot be reached */
export function toStorageError(error: unknown, message: string): unknown {
	if (error instanceof StorageFull) return storageFull(error)
	return error instanceof StorageUnavailable ? unavailable(message, 10, error) : error
}

/** The same for a private link that never existed and one whose testimonial was erased. */
export function receiptNotFound(): AppError {
	return new AppError(404, 'receipt_not_found', 'This private link does not exist, or its testimonial was erased.', {
		headers: { 'cache-control': 'no-store' },
	})
}

export function secondsToNextHour(now = Date.now()): number {
	return Math.max(1, Math.ceil((hour - (now % hour)) / 1000))
}
