/** The closed list of codes that our own functions and the gateway answer with; explained in docs/errors.md. */
export const errorCodes = {
	bad_json: 'The body is not valid JSON.',
	bad_request: 'The request cannot be understood.',
	unauthorized: 'A valid key or token is needed.',
	forbidden: 'You may not do this.',
	not_found: 'There is nothing at this address.',
	form_not_found: 'This form does not exist or is closed.',
	wall_not_found: 'This wall does not exist or is not published.',
	receipt_not_found: 'This private link does not exist, or its testimonial was erased.',
	method_not_allowed: 'This method is not allowed here.',
	conflict: 'This clashes with something that is already there.',
	idempotency_conflict: 'This idempotency key was already used with another body.',
	in_progress: 'A request with this idempotency key is still running.',
	payload_too_large: 'The body is larger than allowed.',
	unsupported_media_type: 'This kind of content is not accepted here.',
	invalid: 'Some fields need your attention.',
	rate_limited: 'Too many requests. Please wait a little.',
	storage_full: 'The server is short of disk space. Reading goes on, writing waits.',
	unavailable: 'The server cannot answer right now.',
	internal: 'Something went wrong on our side.',
} as const
export type ErrorCode = keyof typeof errorCodes
