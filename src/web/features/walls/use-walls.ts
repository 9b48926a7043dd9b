import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readSpaceLook } from '#shared/look/space-look.ts'
import type { SpaceRow, WallDraftRow, WallEmbedRow, WallRow } from '#shared/rows.ts'
import type { WallSharing } from '#shared/wall/wall.ts'
import { StaleError, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** A wall from the server, with its manual order and the draft of the members. */
export type StoredWall = WallRow & { fixed: string[]; draft: WallDraftRow | null }

/** The walls of a space, oldest first. */
export const useWalls = (spaceId: string) =>
	useQuery({
		queryKey: [...queryKeys.walls(spaceId), 'list'],
		queryFn: async (): Promise<WallRow[]> => {
			const client = await supabase
			return unwrap(await client.from('walls').select('*').eq('space_id', spaceId).order('created_at'))
		},
	})

/** The query of one wall; its data is null when none is visible to the person. */
export const wallQuery = (spaceId: string, wallId: string) => ({
	queryKey: queryKeys.wall(spaceId, wallId),
	queryFn: async (): Promise<StoredWall | null> => {
		const client = await supabase
		const { data } = await client
			.from('walls')
			.select('*')
			.eq('space_id', spaceId)
			.eq('id', wallId)
			.maybeSingle()
			.throwOnError()
		if (!data) return null
		const [fixed, draft] = await Promise.all([
			loadOrder(client, spaceId, wallId),
			client.from('wall_drafts').select('*').eq('space_id', spaceId).eq('wall_id', wallId).maybeSingle().throwOnError(),
		])
		return { ...data, fixed, draft: draft.data }
	},
	staleTime: 0,
})

/** The wall in the studio. */
export const useWall = (spaceId: string, wallId: string) => useQuery(wallQuery(spaceId, wallId))

/** As many rows as one answer may have. */
const orderPage = 1000

/** Ids of the testimonials that are placed by hand, first to last: all of them, however many answers that takes. */
export async function loadOrder(client: Client, spaceId: string, wallId: string): Promise<string[]> {
	const ids: string[] = []
	for (;;) {
		const { data, count } = await client
			.from('wall_items')
			.select('testimonial_id', { count: 'exact' })
			.eq('space_id', spaceId)
			.eq('wall_id', wallId)
			.order('position')
			.order('testimonial_id')
			.range(ids.length, ids.length + orderPage - 1)
			.throwOnError()
		ids.push(...data.map((item) => item.testimonial_id))
		// A server may allow fewer rows in an answer, so only their number says that these are all.
		if (data.length === 0 || ids.length >= (count ?? 0)) return [...new Set(ids)]
	}
}

/** A site on which a wall was seen. */
export type WallSite = Pick<WallEmbedRow, 'host' | 'kind' | 'reserves' | 'seen_at'>

/** The sites on which a wall was seen in the last 90 days, the latest first. */
export const useWallSites = (spaceId: string, wallId: string) =>
	useQuery({
		queryKey: [...queryKeys.wall(spaceId, wallId), 'sites'],
		queryFn: async (): Promise<WallSite[]> => {
			const client = await supabase
			const sites = client.from('wall_embeds').select('host, kind, reserves, seen_at')
			return unwrap(
				await sites.eq('space_id', spaceId).eq('wall_id', wallId).order('seen_at', { ascending: false }).order('host'),
			)
		},
	})

/** The sites of all walls of a space, the latest first. */
export const useSpaceSites = (spaceId: string) =>
	useQuery({
		queryKey: [...queryKeys.walls(spaceId), 'sites'],
		queryFn: async (): Promise<Pick<WallEmbedRow, 'wall_id' | 'host' | 'seen_at'>[]> => {
			const sites = (await supabase).from('wall_embeds').select('wall_id, host, seen_at')
			return unwrap(await sites.eq('space_id', spaceId).order('seen_at', { ascending: false }).order('host'))
		},
	})

export type WallChange = Partial<
	Pick<WallRow, 'name' | 'slug' | 'layout' | 'theme' | 'selection' | 'is_published'> & WallSharing
>

/** Changes columns of a wall. */
export function useSaveWall(spaceId: string, wallId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (change: WallChange) => {
			const client = await supabase
			const saved = await client.from('walls').update(change).eq('space_id', spaceId).eq('id', wallId).select('id')
			if (unwrap(saved).length === 0) throw new StaleError()
		},
		onSettled: () => refetchQueries(queries, queryKeys.walls(spaceId), queryKeys.milestones(spaceId)),
	})
}

/** Creates a wall in the look of its space; resolves with its id. */
export function useCreateWall({ id: spaceId, brand }: Pick<SpaceRow, 'id' | 'brand'>) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (wall: { name: string; slug: string }): Promise<string> => {
			const client = await supabase
			const { id } = unwrap(
				await client
					.from('walls')
					.insert({ ...wall, space_id: spaceId, layout: 'masonry', theme: readSpaceLook(brand) })
					.select('id')
					.single(),
			)
			return id
		},
		onSuccess: () => refetchQueries(queries, queryKeys.walls(spaceId)),
	})
}

export function useDeleteWall(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (wallId: string) =>
			throwIfError(await (await supabase).from('walls').delete().eq('space_id', spaceId).eq('id', wallId)),
		onSuccess: () => refetchQueries(queries, queryKeys.walls(spaceId)),
	})
}
