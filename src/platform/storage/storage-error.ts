/** `code` is the one in the body when it differs from the kind's name. */
type Kind = { statusCode: string; error: string; code?: string }

/** All error codes of this wire with their fields of the body. */
const kinds = {
	NoSuchBucket: { statusCode: '404', error: 'Bucket not found' },
	NoSuchKey: { statusCode: '404', error: 'not_found' },
	KeyAlreadyExists: { statusCode: '409', error: 'Duplicate' },
	BucketAlreadyExists: { statusCode: '409', error: 'Duplicate' },
	ResourceNotEmpty: { statusCode: '409', error: 'ResourceNotEmpty' },
	AccessDenied: { statusCode: '403', error: 'Unauthorized' },
	EntityTooLarge: { statusCode: '413', error: 'Payload too large' },
	InvalidMimeType: { statusCode: '415', error: 'invalid_mime_type' },
	InvalidImage: { statusCode: '400', error: 'invalid_image' },
	InvalidSourceImage: { statusCode: '400', error: 'InvalidRequest', code: 'InvalidRequest' },
	InvalidJWT: { statusCode: '400', error: 'InvalidJWT' },
	InvalidSignature: { statusCode: '400', error: 'InvalidSignature' },
	InvalidKey: { statusCode: '400', error: 'InvalidKey' },
	InvalidBucketName: { statusCode: '400', error: 'Invalid Input' },
	InvalidRequest: { statusCode: '400', error: 'Error' },
	PreconditionFailed: { statusCode: '412', error: 'PreconditionFailed' },
	InvalidRange: { statusCode: '400', error: 'InvalidRange' },
	RequestTimeout: { statusCode: '408', error: 'request_timeout' },
	NotFound: { statusCode: '404', error: 'Not found' },
	ResourceLocked: { statusCode: '423', error: 'ResourceLocked' },
	TooManyConnections: { statusCode: '429', error: 'too_many_connections' },
	LockTimeout: { statusCode: '503', error: 'LockTimeout' },
	Unavailable: { statusCode: '503', error: 'storage_unavailable' },
	DatabaseTimeout: { statusCode: '544', error: 'DatabaseTimeout' },
	StorageFull: { statusCode: '507', error: 'storage_full' },
	InternalError: { statusCode: '500', error: 'Internal' },
} as const satisfies Record<string, Kind>
export type StorageCode = keyof typeof kinds

/** Statuses with a meaning to every HTTP client are kept; all others are sent as 400. */
const preservedStatuses = ['408', '412', '500', '503', '507']

export class StorageError extends Error {
	readonly code: StorageCode
	constructor(code: StorageCode, message: string, cause?: unknown) {
		super(message, { cause })
		this.code = code
	}

	/** Status of the response. */
	get status(): number {
		const { statusCode } = kinds[this.code]
		return preservedStatuses.includes(statusCode) ? Number(statusCode) : 400
	}

	/** Status by the semantics of HTTP. */
	get httpStatus(): number {
		return Number(kinds[this.code].statusCode)
	}

	get body() {
		const { statusCode, error, code = this.code }: Kind = kinds[this.code]
		return { statusCode, error, message: this.message, code }
	}
}

export const noSuchBucket = () => new StorageError('NoSuchBucket', 'Bucket not found')
export const noSuchKey = () => new StorageError('NoSuchKey', 'Object not found')
