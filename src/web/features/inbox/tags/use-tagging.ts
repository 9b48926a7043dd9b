import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { randomUuid } from '#shared/random-uuid.ts'
import { findItem, patchInLists } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { inBatches } from '#web/features/inbox/data/save-changes.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

type Items = readonly InboxItem[]

/** Whether a testimonial has a tag. */
export const hasTag = (item: InboxItem, tagId: string): boolean =>
	item.testimonial_tags.some((tag) => tag.tag_id === tagId)

/** Tags testimonials optimistically; a failure is rolled back with a message. */
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
	/** Adds a tag to the testimonials that lack it, or removes it from those that have it. */
	const setTag = async (items: Items, tagId: string, on: boolean) => {
		const ids = items.filter((item) => hasTag(item, tagId) !== on).map((item) => item.id)
		if (ids.length === 0) return
		refresher.hold(ids)
		updateCache(ids, tagId, on)
		try {
			const table = () => client.from('testimonial_tags')
			if (on)
				throwIfError(await table().insert(ids.map((id) => ({ space_id: space.id, testimonial_id: id, tag_id: tagId }))))
			else
				for (const some of inBatches(ids))
					throwIfError(await table().delete().eq('tag_id', tagId).in('testimonial_id', some))
		} catch (error) {
			updateCache(ids, tagId, !on)
			toast.error(`The tag was not saved. ${errorMessage(error)}`)
		} finally {
			refetchQueries(cache, queryKeys.tags(space.id))
			refresher.release(ids)
		}
	}
	const createTag = async (items: Items, name: string) => {
		const tag = { id: randomUuid(), space_id: space.id, name }
		try {
			throwIfError(await client.from('tags').insert(tag))
			await refetchQueries(cache, queryKeys.tags(space.id))
			await setTag(items, tag.id, true)
		} catch (error) {
			toast.error(`The tag was not made. ${errorMessage(error)}`)
		}
	}
	return { setTag, createTag }
}
