import type { ErrorCode } from '#shared/error-codes.ts'

/**
 * The error that a handler throws on purpose. Each wire renders it in its own shape. `cause` is logged with the
 * request id and never sent.
 */
export class AppError extends Error {
	readonly status: number
	readonly code: ErrorCode
	readonly fields: Record<string, string> | undefined
	readonly headers: Record<string, string> | undefined
	/** Further members of the error in our own shape. */
	readonly details: Record<string, unknown> | undefined

	constructor(
		status: number,
		code: ErrorCode,
		message: string,
		more: {
			cause?: unknown
			fields?: Record<string, string>
			headers?: Record<string, string>
			details?: Record<string, unknown>
		} = {},
	) {
		super(message, { cause: more.cause })
		this.status = status
		this.code = code
		this.fields = more.fields
		this.headers = more.headers
		this.details = more.details
	}
}

/** 507 in Plaudit's own error shape, when the file store or PostgreSQL is out of disk space. */
export function storageFull(cause?: unknown): AppError {
	return new AppError(507, 'storage_full', 'The server is short of disk space. Reading goes on, writing waits.', {
		headers: { 'retry-after': '300' },
		cause,
	})
}
