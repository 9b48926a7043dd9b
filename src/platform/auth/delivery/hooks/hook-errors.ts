import { AuthError } from '#platform/auth/errors.ts'

/** Characters of a hook's message that are passed on; messages travel in URLs too. */
export const maxMessageLength = 500

/** A hook answered with an error: a refusal with its own message, not an outage. */
export class HookRefusal extends AuthError {
	/** @param status the hook's choice; 500 unless it is an error status */
	constructor(status: unknown, message: string) {
		const isError = Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
		const shown = isError ? Number(status) : 500
		super(shown, shown === 500 ? 'unexpected_failure' : 'unknown', message.slice(0, maxMessageLength))
	}
}

/** The hook timed out. @param seconds its time limit */
export function hookTimeout(seconds: number, cause?: unknown): AuthError {
	const message = `Failed to reach hook within maximum time of ${seconds.toFixed(6)} seconds`
	return new AuthError(422, 'hook_timeout', message, { cause })
}

/** No attempt reached the hook. */
export function hookUnreachable(cause: unknown): AuthError {
	const message = 'Failed to reach hook after maximum retries'
	return new AuthError(422, 'hook_timeout_after_retry', message, { cause })
}

/** Maximum bytes of a payload and of an answer. */
export const maxHookBytes = 200 * 1024

/** The payload or the answer is too large. */
export function hookOverSize(): AuthError {
	const message = `Payload size exceeded size limit of ${maxHookBytes} bytes`
	return new AuthError(422, 'hook_payload_over_size_limit', message)
}

/** The answer is not declared as JSON. */
export function hookContentType(contentType: string | undefined): AuthError {
	const reason = contentType
		? `Invalid JSON response. Received content-type: ${contentType}`
		: 'Invalid Content-Type: Missing Content-Type header'
	return new AuthError(400, 'hook_payload_invalid_content_type', reason)
}

/** Any other failure of a hook, for the operator to correct. */
export function hookFailure(message: string, cause?: unknown): AuthError {
	return new AuthError(500, 'unexpected_failure', message, { cause })
}
