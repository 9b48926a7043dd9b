import { type Change, groupByPatch } from '#web/features/inbox/moderation/inbox-state.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import type { ItemPatch } from './inbox-item.ts'

/** The update succeeded but changed fewer rows than expected: row-level security, or the rows are gone. */
class NotChangedError extends Error {
	override name = 'NotChangedError'
}

const sendPatch = async (client: Client, spaceId: string, patch: ItemPatch, ids: readonly string[]): Promise<void> => {
	const { data } = await client
		.from('testimonials')
		.update(patch)
		.eq('space_id', spaceId)
		.in('id', ids)
		.select('id')
		.throwOnError()
	if (data.length < ids.length) throw new NotChangedError()
}

const batchSize = 100

/** Ids are sent in the URL, which holds about four hundred. */
export const inBatches = (ids: readonly string[]): string[][] =>
	Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, at) => ids.slice(at * batchSize, (at + 1) * batchSize))

/** Sends one side of some changes, one request per distinct patch. Throws the wire's error. */
export const sendChanges = async (
	client: Client,
	spaceId: string,
	changes: readonly Change[],
	side: 'before' | 'after',
): Promise<void> => {
	for (const { patch, ids } of groupByPatch(changes, side))
		for (const some of inBatches(ids)) await sendPatch(client, spaceId, patch, some)
}

/** Explains in one sentence why a change failed and what to do. */
export const saveErrorMessage = (error: unknown): string =>
	error instanceof NotChangedError ? 'You may read this space but not change it, or it is gone.' : errorMessage(error)
