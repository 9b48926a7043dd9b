import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WallRow } from '#shared/rows.ts'
import { errorHint, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { suggestSlug } from '#web/lib/forms/slug.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { loadOrder } from './use-walls.ts'

/**
 * Copies a wall with its order and its draft; resolves with the copy's id. The copy is not published, so
 * no page appears before a member has looked at it.
 */
export function useDuplicateWall(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (wallId: string): Promise<string> => {
			const client = await supabase
			const wall = unwrap(await client.from('walls').select('*').eq('space_id', spaceId).eq('id', wallId).single())
			const insert = (slug: string) => client.from('walls').insert(copyOf(wall, slug)).select('id').single()
			let answer = await insert(suggestSlug(`${wall.slug} copy`))
			const free = errorHint(answer.error)
			if (free) answer = await insert(free)
			const { id } = unwrap(answer)
			const placed = await loadOrder(client, spaceId, wallId)
			if (placed.length > 0) {
				const order = { wall_id: id, testimonial_ids: placed }
				const { error } = await client.rpc('order_wall', order)
				// Half a copy would look like a whole one.
				if (error) await client.from('walls').delete().eq('space_id', spaceId).eq('id', id)
				throwIfError({ error })
			}
			const place = { space_id: spaceId, wall_id: wallId }
			const { data: draft } = await client
				.from('wall_drafts')
				.select('mine, base')
				.match(place)
				.maybeSingle()
				.throwOnError()
			if (draft) throwIfError(await client.from('wall_drafts').insert({ space_id: spaceId, wall_id: id, ...draft }))
			return id
		},
		onSettled: () => refetchQueries(queries, queryKeys.walls(spaceId)),
	})
}

/** The columns of a copy; its name stays within the 120 characters of the column. */
function copyOf(wall: WallRow, slug: string) {
	const { space_id, layout, theme, selection, page_title, page_description, noindex, structured_data } = wall
	const { page_filters, page_foot, page_intro, page_summary } = wall
	return {
		space_id,
		slug,
		name: `${[...wall.name].slice(0, 115).join('')} copy`,
		layout,
		theme,
		selection,
		page_title,
		page_description,
		noindex,
		structured_data,
		page_filters,
		page_foot,
		page_intro,
		page_summary,
		is_published: false,
	}
}
