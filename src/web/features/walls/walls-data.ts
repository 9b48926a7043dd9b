import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WallRow } from '#shared/rows.ts'
import { check, unwrap } from '#web/lib/errors.ts'
import { StaleError } from '#web/lib/merge.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { supabase } from '#web/lib/supabase.ts'

/** A wall as the server has it, with its hand-made order. */
export type StoredWall = WallRow & { fixed: string[] }

/** The walls of a space, oldest first. */
export const useWalls = (spaceId: string) =>
	useQuery({
		queryKey: [...keys.walls(spaceId), 'list'],
		queryFn: async (): Promise<WallRow[]> => {
			const client = await supabase
			return unwrap(
				await client.from('walls').select('*').eq('space_id', spaceId).order('created_at'),
			)
		},
	})

/** The wall that the studio opens; null when there is none that the person may see. */
export const useWall = (spaceId: string, wallId: string) =>
	useQuery({
		queryKey: keys.wall(spaceId, wallId),
		queryFn: async (): Promise<StoredWall | null> => {
			const client = await supabase
			const { data } = await client
				.from('walls')
				.select('*, wall_items(testimonial_id, position)')
				.eq('space_id', spaceId)
				.eq('id', wallId)
				.maybeSingle()
				.throwOnError()
			if (!data) return null
			const { wall_items: items, ...wall } = data
			const order = [...items].sort((one, other) => one.position - other.position)
			return { ...wall, fixed: order.map((item) => item.testimonial_id) }
		},
		staleTime: 0,
	})

export type WallChange = Partial<
	Pick<WallRow, 'name' | 'slug' | 'layout' | 'theme' | 'selection' | 'is_published'>
>

type Saved = {
	change: WallChange
	/** Replaces the hand-made order. */
	fixed?: string[] | undefined
	/** Fails with StaleError where the wall has another version by now. */
	version?: number
}

/** Changes a wall. Its own row goes first: whoever comes second finds a newer version, and writes nothing. */
export function useSaveWall(spaceId: string, wallId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async ({ change, fixed, version }: Saved) => {
			const client = await supabase
			const wall = client.from('walls').update(change).eq('space_id', spaceId).eq('id', wallId)
			const saved = unwrap(await (version ? wall.eq('version', version) : wall).select('id'))
			if (saved.length === 0) throw new StaleError()
			if (fixed) check(await client.rpc('order_wall', { wall_id: wallId, testimonial_ids: fixed }))
		},
		onSettled: () => readAnew(queries, keys.walls(spaceId), keys.milestones(spaceId)),
	})
}

/** Makes a wall; resolves with its id. */
export function useMakeWall(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (wall: { name: string; slug: string }): Promise<string> => {
			const client = await supabase
			const { id } = unwrap(
				await client
					.from('walls')
					.insert({ ...wall, space_id: spaceId, layout: 'masonry' })
					.select('id')
					.single(),
			)
			return id
		},
		onSuccess: () => readAnew(queries, keys.walls(spaceId)),
	})
}

export function useDeleteWall(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (wallId: string) =>
			check(await (await supabase).from('walls').delete().eq('space_id', spaceId).eq('id', wallId)),
		onSuccess: () => readAnew(queries, keys.walls(spaceId)),
	})
}
