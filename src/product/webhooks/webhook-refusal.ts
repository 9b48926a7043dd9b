import { AppError } from '#platform/http/response/app-error.ts'

/** What a refusal of the database's functions is to the caller: not an editor, or too many at once. Other errors stay as they are. */
function toWebhookRefusal(error: unknown): unknown {
	const { code, message = '' } = error as { code?: string; message?: string }
	if (code === '42501') return new AppError(403, 'forbidden', message)
	return code === 'PT422' ? new AppError(422, 'limit_reached', message) : error
}

/** @throws AppError for what the database refuses */
export async function orRefusal<T>(work: Promise<T>): Promise<T> {
	try {
		return await work
	} catch (error) {
		throw toWebhookRefusal(error)
	}
}
