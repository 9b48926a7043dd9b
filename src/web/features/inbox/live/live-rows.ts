import type { QueryClient } from '@tanstack/react-query'
import type { MediaRow } from '#shared/rows.ts'
import {
	findItem,
	findRecording,
	inboxKeys,
	isQueryFetching,
	patchRecording,
	refetchCounts,
	removeFromLists,
	upsertInLists,
	waitForFetch,
} from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import type { Refresher } from './refresher.ts'

type WithNotes = { notes: { id: string }[] } | undefined

type LiveRowsOptions = {
	cache: QueryClient
	spaceId: string
	/** Some testimonials as they are now; those that may not be seen are missing. */
	load: (ids: readonly string[]) => Promise<InboxItem[]>
	refresher: Pick<Refresher, 'add' | 'supersede' | 'loadTracked'>
	/** Called for a testimonial that was unknown here. */
	onNew: (item: InboxItem) => void
	/** Milliseconds after an event in which further events share one recount. */
	recountDelay?: number
}

/**
 * Applies realtime events to the cached lists. A response that was requested earlier may restore an older state, so
 * the rows it touches are fetched again after it.
 */
export const createLiveRows = ({ cache, spaceId, load, refresher, onNew, recountDelay = 1000 }: LiveRowsOptions) => {
	/** Queries that hold rows. */
	const rowKeys = [inboxKeys.lists(spaceId), inboxKeys.items(spaceId)]
	const waitForRows = () => Promise.all(rowKeys.map((key) => waitForFetch(cache, key)))

	let isRefetchingSoon = false
	/** An import changes thousands of rows in a few seconds. */
	const refetchSoon = () => {
		if (isRefetchingSoon) return
		isRefetchingSoon = true
		setTimeout(() => {
			isRefetchingSoon = false
			refetchAll()
		}, recountDelay)
	}

	let isRecounting = false
	/** Counts that arrived between a change and its event include it already, and the event adds it again. */
	const recountSoon = () => {
		if (isRecounting) return
		isRecounting = true
		setTimeout(() => {
			isRecounting = false
			refetchCounts(cache, spaceId)
		}, recountDelay)
	}
	const recheckAfterFetch = (ids: readonly string[]) => {
		if (rowKeys.some((key) => isQueryFetching(cache, key))) waitForRows().then(() => refresher.add(ids))
		recountSoon()
	}
	/** An initial fetch cannot be restarted, so it is awaited. */
	const refetchAll = () => waitForRows().then(() => cache.invalidateQueries({ queryKey: inboxKeys.all(spaceId) }))

	return {
		insert: async (id: string) => {
			try {
				const [item] = await load([id])
				recheckAfterFetch([id])
				if (!item || findItem(cache, spaceId, id)) return
				upsertInLists(cache, spaceId, item)
				refresher.supersede([id])
				onNew(item)
			} catch {
				refresher.add([id])
			}
		},
		refresh: async (ids: readonly string[]) => {
			try {
				const { answer, doubtful } = await refresher.loadTracked(() => load(ids))
				recheckAfterFetch(ids)
				const found = new Map(answer.map((item) => [item.id, item]))
				// A former row that came back for a moment would close menus of the testimonial.
				refresher.supersede(ids.filter((id) => found.has(id) && !doubtful.has(id)))
				for (const id of ids) {
					const item = found.get(id)
					if (doubtful.has(id)) refresher.add([id])
					else if (item) upsertInLists(cache, spaceId, item)
					else removeFromLists(cache, spaceId, id)
					cache.invalidateQueries({ queryKey: inboxKeys.detail(spaceId, id) })
				}
			} catch {
				refetchAll()
			}
		},
		/** Progress comes often, so it is taken from the event; another state needs the row itself. */
		media: (row: MediaRow) => {
			const known = findRecording(cache, spaceId, row.testimonial_id, row.id)
			if (known?.state === row.state && row.state === 'processing')
				patchRecording(cache, spaceId, row.testimonial_id, row.id, { progress: row.progress })
			else refresher.add([row.testimonial_id])
		},
		captions: () => cache.invalidateQueries({ queryKey: inboxKeys.captions(spaceId) }),
		/** Another member noted something about a testimonial. */
		note: (testimonial: string) => cache.invalidateQueries({ queryKey: inboxKeys.detail(spaceId, testimonial) }),
		/** Its event carries the id of the note alone: the testimonial that shows it is fetched again. */
		noteGone: (id: string) =>
			cache.invalidateQueries({
				queryKey: inboxKeys.details(spaceId),
				predicate: ({ state }) => (state.data as WithNotes)?.notes.some((note) => note.id === id) ?? false,
			}),
		/** A member saved, changed or deleted a view. */
		views: () => cache.invalidateQueries({ queryKey: queryKeys.allSavedViews(spaceId) }),
		remove: (id: string) => {
			recheckAfterFetch([id])
			if (findItem(cache, spaceId, id)) removeFromLists(cache, spaceId, id)
		},
		imported: refetchSoon,
		refetchAll,
	}
}

export type LiveRows = ReturnType<typeof createLiveRows>
