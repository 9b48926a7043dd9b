import { AuthError } from '#server/auth/errors.ts'

/** Characters of a hook's words that are passed on: they travel in addresses too. */
export const mostWords = 500

/** A hook answered with an error of its own choice: words for the caller, and no sign that the hook is broken. */
export class HookRefusal extends AuthError {
	/** @param status what the hook asked for; 500 when it is no status of an error */
	constructor(status: unknown, message: string) {
		const isError = Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
		const shown = isError ? Number(status) : 500
		super(shown, shown === 500 ? 'unexpected_failure' : 'unknown', message.slice(0, mostWords))
	}
}

/** The hook did not answer in its time. @param seconds what it had */
export function hookTimeout(seconds: number, cause?: unknown): AuthError {
	const message = `Failed to reach hook within maximum time of ${seconds.toFixed(6)} seconds`
	return new AuthError(422, 'hook_timeout', message, { cause })
}

/** No attempt found the hook. */
export function hookUnreachable(cause: unknown): AuthError {
	const message = 'Failed to reach hook after maximum retries'
	return new AuthError(422, 'hook_timeout_after_retry', message, { cause })
}

/** What goes to a hook or comes from it is too long. */
export function hookOverSize(bytes: number): AuthError {
	const message = `Payload size exceeded size limit of ${bytes} bytes`
	return new AuthError(422, 'hook_payload_over_size_limit', message)
}

/** A hook answers in JSON, and says so. */
export function hookContentType(given: string | undefined): AuthError {
	const reason = given
		? `Invalid JSON response. Received content-type: ${given}`
		: 'Invalid Content-Type: Missing Content-Type header'
	return new AuthError(400, 'hook_payload_invalid_content_type', reason)
}

/** What else goes wrong with a hook is nobody's fault but the operator's. */
export function hookFailure(message: string, cause?: unknown): AuthError {
	return new AuthError(500, 'unexpected_failure', message, { cause })
}
