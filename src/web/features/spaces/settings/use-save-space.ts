import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { SpaceRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { StaleError, unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { mergeFields } from '#web/lib/drafts/merge-state.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** The fields of a space that are saved separately; the others keep their current values. */
export type SpaceFields = {
	name: string
	locale: string
	color: string | null
	logo_path: string | null
	favicon_path: string | null
	accent: string | null
	type: string | null
	corners: string | null
}

/** Labels of the fields in a conflict notice. */
export const spaceFieldLabels: Record<keyof SpaceFields, string> = {
	name: 'The name',
	locale: 'The language',
	color: 'The colour',
	logo_path: 'The logo',
	favicon_path: 'The icon',
	accent: 'The second colour',
	type: 'The type',
	corners: 'The corners',
}

/**
 * Saves fields of a space and refetches the person's spaces. Fails with StaleError, and writes nothing, where
 * another person changed one of them since `space` was read. `said` is the toast's text.
 */
export function useSaveSpace(space: SpaceRow, said: string) {
	const user = useUser()
	const queries = useQueryClient()
	return useMutation({
		// Name, colour, look and pictures have a button each: saves run in order, or each would look like another person's to the
		// next.
		scope: { id: `space-${space.id}` },
		mutationFn: async (parts: Partial<SpaceFields>) => saveFields(await supabase, space, parts),
		onSuccess: () => toast(said),
		onSettled: () => refetchQueries(queries, queryKeys.spaces(user.id)),
	})
}

async function saveFields(client: Client, known: SpaceRow, parts: Partial<SpaceFields>) {
	const spaces = client.from('spaces')
	const now = unwrap(await spaces.select('*').eq('id', known.id).single())
	const before = spaceFields(known)
	const { merged, collisions } = mergeFields(before, { ...before, ...parts }, spaceFields(now))
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

function spaceFields({ name, locale, brand }: SpaceRow): SpaceFields {
	const { color = null, logo_path = null, favicon_path = null, accent = null, type = null, corners = null } = brand
	return { name, locale, color, logo_path, favicon_path, accent, type, corners }
}
