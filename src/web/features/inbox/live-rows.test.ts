import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { findItem, inboxKeys, patchEverywhere } from './inbox-cache.ts'
import { emptyFilter } from './inbox-filter.ts'
import type { InboxItem } from './inbox-item.ts'
import { flatten, type InboxPage } from './inbox-list.ts'
import { createLiveRows, type LiveRows } from './live-rows.ts'
import { createRefresher, type Refresher } from './refresher.ts'
import { sampleItem as item } from './sample-item.ts'

const queryKey = inboxKeys.list('s', { ...emptyFilter, view: 'pending' })

describe('what the socket tells while the list is being read', () => {
	let cache: QueryClient
	/** What the server has. */
	let rows: InboxItem[]
	/** Ends the reading that is under way, with what the server had when it began. */
	let answer: () => void
	let live: LiveRows
	let refresher: Refresher
	/** What a reading by id waits for before it answers with what the server had when it began. */
	let onTheWay: Promise<void> | undefined
	let arrived: string[]
	const listed = () =>
		flatten(cache.getQueryData<{ pages: InboxPage[] }>(queryKey)?.pages ?? []).map(({ id }) => id)
	const isQuiet = () => expect.poll(() => cache.isFetching(), { interval: 5 }).toBe(0)

	beforeEach(() => {
		cache = new QueryClient()
		rows = [item('a', 10)]
		arrived = []
		onTheWay = undefined
		refresher = createRefresher((ids) => live.refresh(ids), 0)
		live = createLiveRows({
			cache,
			spaceId: 's',
			load: async (ids) => {
				const found = rows.filter(({ id }) => ids.includes(id))
				await onTheWay
				return found
			},
			refresher,
			onNew: ({ id }) => arrived.push(id),
		})
		const observer = new InfiniteQueryObserver(cache, {
			queryKey,
			queryFn: () => {
				const items = rows
				return new Promise<InboxPage>((resolve) => {
					answer = () => resolve({ items, more: false })
				})
			},
			initialPageParam: null,
			getNextPageParam: () => undefined,
		})
		observer.subscribe(() => {})
	})

	it('a testimonial that arrives before the first answer is in the list after it', async () => {
		rows = [item('new', 12), ...rows]
		await live.arrive('new')
		answer()
		await expect.poll(listed).toEqual(['new', 'a'])
		expect(arrived).toEqual(['new'])
	})

	it('one that is deleted meanwhile is not', async () => {
		rows = []
		live.leave('a')
		answer()
		await isQuiet()
		await expect.poll(listed).toEqual([])
	})

	it('one that is changed meanwhile is shown as it is, not as the later answer had it', async () => {
		answer()
		await isQuiet()
		cache.invalidateQueries({ queryKey })
		rows = [item('a', 10, { status: 'approved' })]
		await live.refresh(['a'])
		expect(listed()).toEqual([])
		answer()
		await isQuiet()
		await expect.poll(listed).toEqual([])
	})

	it('one that is decided here while it is being read stays decided', async () => {
		answer()
		await isQuiet()
		const late = Promise.withResolvers<void>()
		onTheWay = late.promise
		const reading = live.refresh(['a'])
		refresher.hold(['a'])
		patchEverywhere(cache, 's', 'a', { status: 'approved' })
		expect(listed()).toEqual([])
		late.resolve()
		await reading
		expect(listed()).toEqual([])

		rows = [item('a', 10, { status: 'approved', author_name: 'Renamed' })]
		refresher.release(['a'])
		await expect.poll(() => findItem(cache, 's', 'a')?.author_name).toBe('Renamed')
		expect(listed()).toEqual([])
	})

	it('a gap in the connection makes the list be read once more', async () => {
		rows = [item('missed', 12), ...rows]
		live.readAfresh()
		answer()
		await expect.poll(() => cache.isFetching(), { interval: 5 }).toBe(1)
		answer()
		await expect.poll(listed).toEqual(['missed', 'a'])
	})
})
