import type { ItemPatch } from './inbox-item.ts'
import type { Client } from './inbox-query.ts'
import { byPatch, type Change } from './inbox-state.ts'

/** The wire said yes but changed fewer rows than asked: row-level security, or they are gone. */
export class NotChangedError extends Error {
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

/** Sends one side of some changes, one request for each distinct patch. Throws the wire's error. */
export const sendChanges = async (
	client: Client,
	spaceId: string,
	changes: readonly Change[],
	side: 'before' | 'after',
): Promise<void> => {
	for (const { patch, ids } of byPatch(changes, side)) await sendPatch(client, spaceId, patch, ids)
}

const codeOf = (error: unknown): string =>
	typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Why a change failed and what to do, in one sentence. */
export const problemWords = (error: unknown): string => {
	if (error instanceof NotChangedError || codeOf(error) === '42501')
		return 'You may read this space but not change it, or it is gone.'
	if (codeOf(error) === '' || error instanceof TypeError)
		return 'The server did not answer. Check the connection and try again.'
	return error instanceof Error ? error.message : 'Please try again.'
}
