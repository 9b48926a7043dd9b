import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { check, sayError } from '#web/lib/errors.ts'
import { newId } from '#web/lib/new-id.ts'
import { keys } from '#web/lib/query-keys.ts'
import { findItem, patchEverywhere } from './inbox-cache.ts'
import type { InboxItem } from './inbox-item.ts'
import { inBatches } from './inbox-write.ts'
import type { Inbox } from './use-inbox.ts'

type Items = readonly InboxItem[]

/** Tagging: on the screen at once, on the server right after, taken back and said when it fails. */
export const useTagging = ({ client, space, refresher }: Inbox) => {
	const cache = useQueryClient()

	const show = (ids: readonly string[], tagId: string, on: boolean) => {
		for (const id of ids) {
			const others = (findItem(cache, space.id, id)?.testimonial_tags ?? []).filter(
				(tag) => tag.tag_id !== tagId,
			)
			patchEverywhere(cache, space.id, id, {
				testimonial_tags: on ? [...others, { tag_id: tagId }] : others,
			})
		}
	}
	const attempt = async (ids: readonly string[], tagId: string, on: boolean) => {
		refresher.hold(ids)
		show(ids, tagId, on)
		try {
			const table = () => client.from('testimonial_tags')
			if (on)
				check(
					await table().insert(
						ids.map((id) => ({ space_id: space.id, testimonial_id: id, tag_id: tagId })),
					),
				)
			else
				for (const some of inBatches(ids))
					check(await table().delete().eq('tag_id', tagId).in('testimonial_id', some))
		} catch (error) {
			show(ids, tagId, !on)
			toast.error(`The tag was not saved. ${sayError(error)}`)
		} finally {
			cache.invalidateQueries({ queryKey: keys.tags(space.id) })
			refresher.release(ids)
		}
	}
	const has = (item: InboxItem, tagId: string) =>
		item.testimonial_tags.some((tag) => tag.tag_id === tagId)

	const put = (items: Items, tagId: string) => {
		const ids = items.filter((item) => !has(item, tagId)).map((item) => item.id)
		return ids.length > 0 ? attempt(ids, tagId, true) : Promise.resolve()
	}
	const take = (items: Items, tagId: string) => {
		const ids = items.filter((item) => has(item, tagId)).map((item) => item.id)
		return ids.length > 0 ? attempt(ids, tagId, false) : Promise.resolve()
	}
	const make = async (items: Items, name: string) => {
		const tag = { id: newId(), space_id: space.id, name }
		try {
			check(await client.from('tags').insert(tag))
			await cache.invalidateQueries({ queryKey: keys.tags(space.id) })
			await put(items, tag.id)
		} catch (error) {
			toast.error(`The tag was not made. ${sayError(error)}`)
		}
	}
	return { put, take, make }
}
