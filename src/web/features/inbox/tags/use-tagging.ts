import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { randomUuid } from '#shared/random-uuid.ts'
import { findItem, latestItems, patchInLists } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { inBatches } from '#web/features/inbox/data/save-changes.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

type Items = readonly InboxItem[]
type Tagging = { ids: readonly string[]; tagId: string; on: boolean }

/** True when a testimonial has a tag. */
export const hasTag = (item: InboxItem, tagId: string): boolean =>
	item.testimonial_tags.some((tag) => tag.tag_id === tagId)

/** True when all of some testimonials have a tag. */
export const haveTag = (items: Items, tagId: string): boolean => items.every((item) => hasTag(item, tagId))

/** Tags testimonials optimistically and saves in order; a failure is rolled back with a message. */
export const useTagging = () => {
	const { client, space, refresher } = useInbox()
	const cache = useQueryClient()

	const updateCache = (ids: readonly string[], tagId: string, on: boolean) => {
		for (const id of ids) {
			const others = (findItem(cache, space.id, id)?.testimonial_tags ?? []).filter((tag) => tag.tag_id !== tagId)
			patchInLists(cache, space.id, id, {
				testimonial_tags: on ? [...others, { tag_id: tagId }] : others,
			})
		}
	}
	const { mutate } = useMutation({
		scope: { id: `tags-${space.id}` },
		mutationFn: async ({ ids, tagId, on }: Tagging) => {
			const table = () => client.from('testimonial_tags')
			if (on)
				throwIfError(await table().insert(ids.map((id) => ({ space_id: space.id, testimonial_id: id, tag_id: tagId }))))
			else
				for (const some of inBatches(ids))
					throwIfError(await table().delete().eq('tag_id', tagId).in('testimonial_id', some))
		},
		onError: (error, { ids, tagId, on }) => {
			updateCache(ids, tagId, !on)
			toast.error(`The tag was not saved. ${errorMessage(error)}`)
		},
		onSettled: (_data, _error, { ids }) => {
			refetchQueries(cache, queryKeys.tags(space.id))
			refresher.release(ids)
		},
	})
	/** Adds a tag to the testimonials that lack it, or removes it from those that have it. */
	const setTag = (items: Items, tagId: string, on: boolean) => {
		const ids = latestItems(cache, space.id, items)
			.filter((item) => hasTag(item, tagId) !== on)
			.map((item) => item.id)
		if (ids.length === 0) return
		refresher.hold(ids)
		updateCache(ids, tagId, on)
		mutate({ ids, tagId, on })
	}
	/** Removes a tag from testimonials that all have it, and adds it otherwise. */
	const toggleTag = (items: Items, tagId: string) =>
		setTag(items, tagId, !haveTag(latestItems(cache, space.id, items), tagId))
	const createTag = async (items: Items, name: string) => {
		const tag = { id: randomUuid(), space_id: space.id, name }
		try {
			throwIfError(await client.from('tags').insert(tag))
			await refetchQueries(cache, queryKeys.tags(space.id))
			setTag(items, tag.id, true)
		} catch (error) {
			toast.error(`The tag was not made. ${errorMessage(error)}`)
		}
	}
	return { setTag, toggleTag, createTag }
}
