import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { SpaceRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth-context.tsx'
import { unwrap } from '#web/lib/errors.ts'
import { mergeParts, StaleError } from '#web/lib/merge.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { type Client, supabase } from '#web/lib/supabase.ts'

/** What of a space is changed by itself; the others' parts stay as they are by then. */
export type SpaceParts = {
	name: string
	locale: string
	color: string | null
	logo_path: string | null
}

/** How the parts are called where two people changed the same. */
export const partWords: Record<keyof SpaceParts, string> = {
	name: 'The name',
	locale: 'The language',
	color: 'The colour',
	logo_path: 'The logo',
}

/**
 * Saves parts of a space and reads the person's spaces again; fails with StaleError, and writes nothing, where somebody
 * else has changed one of them since `space` was read. `said` is the toast's text.
 */
export function useSaveSpace(space: SpaceRow, said: string) {
	const user = useUser()
	const queries = useQueryClient()
	return useMutation({
		// Name, colour and logo have a button each: one save after the other, or they would take each other for somebody else's.
		scope: { id: `space-${space.id}` },
		mutationFn: async (parts: Partial<SpaceParts>) => saveParts(await supabase, space, parts),
		onSuccess: () => toast(said),
		onSettled: () => readAnew(queries, keys.spaces(user.id)),
	})
}

async function saveParts(client: Client, known: SpaceRow, parts: Partial<SpaceParts>) {
	const spaces = client.from('spaces')
	const now = unwrap(await spaces.select('*').eq('id', known.id).single())
	const before = partsOf(known)
	const { merged, collisions } = mergeParts(before, { ...before, ...parts }, partsOf(now))
	if (collisions.length > 0) throw new StaleError()
	const { name, locale, ...brand } = merged
	const saved = unwrap(
		await spaces
			.update({ name, locale, brand: { ...now.brand, ...brand } })
			.match({ id: now.id, name: now.name, locale: now.locale, brand: JSON.stringify(now.brand) })
			.select('id'),
	)
	if (saved.length === 0) throw new StaleError()
}

function partsOf({ name, locale, brand }: SpaceRow): SpaceParts {
	return { name, locale, color: brand.color ?? null, logo_path: brand.logo_path ?? null }
}
