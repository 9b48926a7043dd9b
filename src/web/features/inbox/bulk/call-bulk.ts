import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'

/** The server refused it, with a sentence for people. */
class BulkRefused extends Error {
	override name = 'BulkRefused'
}

/** Calls a function of bulk actions. @throws BulkRefused, or the error of the network */
export async function callBulk<Answer>(client: Client, path: string, body: object): Promise<Answer> {
	const answer = await client.functions.invoke<Answer>(path, { body: { ...body } })
	const context: unknown = answer.error?.context
	// An answer of 500 and above says nothing that a member could do.
	if (!(context instanceof Response) || context.status >= 500) return unwrap(answer)
	const refusal: { error?: { message?: string; fields?: Record<string, string> } } = await context
		.json()
		.catch(() => ({}))
	throw new BulkRefused(Object.values(refusal.error?.fields ?? {})[0] ?? refusal.error?.message)
}

/** One sentence about why a bulk action failed. */
export const bulkErrorMessage = (error: unknown): string =>
	error instanceof BulkRefused && error.message !== '' ? error.message : errorMessage(error)
