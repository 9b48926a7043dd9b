import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { randomUuid } from '#shared/random-uuid.ts'
import type { TagColor, TagRow } from '#shared/rows.ts'
import { readSelection } from '#shared/wall/wall-settings.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { loadTagCounts } from '#web/lib/spaces/testimonial-counts.ts'

type TaggedWall = { id: string; name: string; isByThisAlone: boolean }

/** A tag with what carries it and what selects by it. */
export type ListedTag = Pick<TagRow, 'id' | 'name' | 'color'> & { count: number; walls: TaggedWall[] }

/** The fields of a tag that a person types or chooses. */
export type TagFields = { name: string; color: TagColor }

/** The tags of a space in the order of their names, with their testimonials and walls. */
export const useTags = (spaceId: string) =>
	useQuery({
		queryKey: [...queryKeys.tags(spaceId), 'screen'],
		queryFn: async (): Promise<ListedTag[]> => {
			const client = await supabase
			const [tags, counts, walls] = await Promise.all([
				client.from('tags').select('id,name,color').eq('space_id', spaceId),
				loadTagCounts(client, spaceId),
				client.from('walls').select('id,name,selection').eq('space_id', spaceId).order('name'),
			])
			const selecting = unwrap(walls)
			const { compare } = new Intl.Collator(undefined, { numeric: true })
			return unwrap(tags)
				.map((tag) => ({
					...tag,
					count: counts.get(tag.id) ?? 0,
					walls: selecting.flatMap(({ id, name, selection }) => {
						const chosen = readSelection(selection).tags
						return chosen.includes(tag.id) ? [{ id, name, isByThisAlone: chosen.length === 1 }] : []
					}),
				}))
				.sort((one, other) => compare(one.name, other.name))
		},
	})

/** The tag that has a name, whatever its capitals. The database refuses the exact name only; people mean the same. */
export const tagNamed = (tags: readonly ListedTag[], name: string, butNot?: string): ListedTag | undefined =>
	tags.find((tag) => tag.id !== butNot && tag.name.toLocaleLowerCase() === name.trim().toLocaleLowerCase())

/** Saves a tag: a new one without `id`, else the fields that changed. */
export const useSaveTag = (spaceId: string) =>
	useTagMutation(spaceId, async ({ id, fields }: { id?: string; fields: Partial<TagFields> }) => {
		const table = (await supabase).from('tags')
		const { name = '', ...rest } = fields
		if (id === undefined) throwIfError(await table.insert({ id: randomUuid(), space_id: spaceId, name, ...rest }))
		else unwrap(await table.update(fields).eq('id', id).select('id').single())
	})

/** Gives all testimonials and walls of a tag another one, and deletes the tag. */
export const useMergeTags = (spaceId: string) =>
	useTagMutation(spaceId, async ({ from, into }: { from: string; into: string }) => {
		throwIfError(await (await supabase).rpc('merge_tags', { tag_id: from, into_id: into }))
	})

export const useDeleteTag = (spaceId: string) =>
	useTagMutation(spaceId, async (id: string) => {
		throwIfError(await (await supabase).from('tags').delete().eq('id', id))
	})

/** Lists of testimonials name their tags, and walls select by them: all are fetched again. */
function useTagMutation<Input>(spaceId: string, mutationFn: (input: Input) => Promise<void>) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn,
		onSettled: () =>
			refetchQueries(queries, queryKeys.tags(spaceId), queryKeys.testimonials(spaceId), queryKeys.walls(spaceId)),
	})
}
