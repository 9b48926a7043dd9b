import { sayError } from '#web/lib/errors.ts'
import type { Client } from '#web/lib/supabase.ts'
import type { ItemPatch } from './inbox-item.ts'
import { byPatch, type Change } from './inbox-state.ts'

/** The wire said yes but changed fewer rows than asked: row-level security, or they are gone. */
class NotChangedError extends Error {
	override name = 'NotChangedError'
}

const sendPatch = async (
	client: Client,
	spaceId: string,
	patch: ItemPatch,
	ids: readonly string[],
): Promise<void> => {
	const { data } = await client
		.from('testimonials')
		.update(patch)
		.eq('space_id', spaceId)
		.in('id', ids)
		.select('id')
		.throwOnError()
	if (data.length < ids.length) throw new NotChangedError()
}

const most = 100

/** Ids travel in the address of a request, which holds some four hundred. */
export const inBatches = (ids: readonly string[]): string[][] =>
	Array.from({ length: Math.ceil(ids.length / most) }, (_, at) =>
		ids.slice(at * most, (at + 1) * most),
	)

/** Sends one side of some changes, each distinct patch by itself. Throws the wire's error. */
export const sendChanges = async (
	client: Client,
	spaceId: string,
	changes: readonly Change[],
	side: 'before' | 'after',
): Promise<void> => {
	for (const { patch, ids } of byPatch(changes, side))
		for (const some of inBatches(ids)) await sendPatch(client, spaceId, patch, some)
}

/** Why a change failed and what to do, in one sentence. */
export const problemWords = (error: unknown): string =>
	error instanceof NotChangedError
		? 'You may read this space but not change it, or it is gone.'
		: sayError(error)
