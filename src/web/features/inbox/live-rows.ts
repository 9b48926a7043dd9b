import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#web/lib/query-keys.ts'
import { isBeingRead, wasRead } from './being-read.ts'
import { dropEverywhere, findItem, inboxKeys, placeEverywhere } from './inbox-cache.ts'
import type { InboxItem } from './inbox-item.ts'
import type { Refresher } from './refresher.ts'

type Parts = {
	cache: QueryClient
	spaceId: string
	/** Some testimonials as they are now; those that may not be seen are missing. */
	load: (ids: readonly string[]) => Promise<InboxItem[]>
	refresher: Pick<Refresher, 'add' | 'reading'>
	/** A testimonial that nobody had seen here before. */
	onNew: (item: InboxItem) => void
}

/**
 * Brings what the socket tells into what the inbox has read. An answer that was asked for earlier may still be on its
 * way and put things back as they were: what it touches is read once more after it.
 */
export const createLiveRows = ({ cache, spaceId, load, refresher, onNew }: Parts) => {
	const lists = inboxKeys.lists(spaceId)
	const counts = [inboxKeys.counts(spaceId), keys.pendingCount(spaceId)]

	const confirm = (ids: readonly string[]) => {
		if (isBeingRead(cache, lists)) wasRead(cache, lists).then(() => refresher.add(ids))
		for (const queryKey of counts)
			if (isBeingRead(cache, queryKey))
				wasRead(cache, queryKey).then(() => cache.invalidateQueries({ queryKey }))
	}
	/** A first reading that is under way cannot be begun anew, so it is waited for. */
	const readAfresh = () =>
		wasRead(cache, lists).then(() => cache.invalidateQueries({ queryKey: inboxKeys.all(spaceId) }))

	return {
		arrive: async (id: string) => {
			try {
				const [item] = await load([id])
				confirm([id])
				if (!item || findItem(cache, spaceId, id)) return
				placeEverywhere(cache, spaceId, item)
				onNew(item)
			} catch {
				refresher.add([id])
			}
		},
		refresh: async (ids: readonly string[]) => {
			try {
				const { answer, doubtful } = await refresher.reading(() => load(ids))
				confirm(ids)
				const found = new Map(answer.map((item) => [item.id, item]))
				for (const id of ids) {
					const item = found.get(id)
					if (doubtful.has(id)) refresher.add([id])
					else if (item) placeEverywhere(cache, spaceId, item)
					else dropEverywhere(cache, spaceId, id)
					cache.invalidateQueries({ queryKey: inboxKeys.detail(spaceId, id) })
				}
			} catch {
				readAfresh()
			}
		},
		leave: (id: string) => {
			confirm([id])
			if (findItem(cache, spaceId, id)) dropEverywhere(cache, spaceId, id)
		},
		readAfresh,
	}
}

export type LiveRows = ReturnType<typeof createLiveRows>
