import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { findItem, inboxKeys, patchInLists } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { flattenPages, type InboxPage } from '#web/features/inbox/data/inbox-pages.ts'
import type { Counts } from '#web/features/inbox/data/inbox-query.ts'
import { createSampleItem as item } from '#web/features/inbox/data/sample-item.ts'
import { emptyFilter } from '#web/features/inbox/filters/inbox-filter.ts'
import { createLiveRows, type LiveRows } from './live-rows.ts'
import { createRefresher, type Refresher } from './refresher.ts'

const queryKey = inboxKeys.list('s', { ...emptyFilter, view: 'pending' })

describe('realtime events during a fetch', () => {
	let cache: QueryClient
	/** The server's rows. */
	let rows: InboxItem[]
	/** Completes the pending list request with the rows that the server had when it began. */
	let answer: () => void
	let live: LiveRows
	let refresher: Refresher
	/** A promise that fetches by id await before they answer with the rows from when they began. */
	let onTheWay: Promise<void> | undefined
	let arrived: string[]
	const listed = () =>
		flattenPages(cache.getQueryData<{ pages: InboxPage[] }>(queryKey)?.pages ?? []).map(({ id }) => id)
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
			recountDelay: 0,
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

	it('a testimonial that arrives before the first response is in the list after it', async () => {
		rows = [item('new', 12), ...rows]
		await live.insert('new')
		answer()
		await expect.poll(listed).toEqual(['new', 'a'])
		expect(arrived).toEqual(['new'])
	})

	it('a testimonial deleted while the list loads is not in the list', async () => {
		rows = []
		live.remove('a')
		answer()
		await isQuiet()
		await expect.poll(listed).toEqual([])
	})

	it('a testimonial changed while the list loads is shown in its latest state', async () => {
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

	it('a testimonial decided while it is being fetched stays decided', async () => {
		answer()
		await isQuiet()
		const late = Promise.withResolvers<void>()
		onTheWay = late.promise
		const reading = live.refresh(['a'])
		refresher.hold(['a'])
		patchInLists(cache, 's', 'a', { status: 'approved' })
		expect(listed()).toEqual([])
		late.resolve()
		await reading
		expect(listed()).toEqual([])

		rows = [item('a', 10, { status: 'approved', author_name: 'Renamed' })]
		refresher.release(['a'])
		await expect.poll(() => findItem(cache, 's', 'a')?.author_name).toBe('Renamed')
		expect(listed()).toEqual([])
	})

	/** Opens a testimonial by its URL, outside the list; its first response has the row from when it was requested. */
	const openUnlisted = (id: string) => {
		const given = Promise.withResolvers<void>()
		const queryFn = async () => {
			const found = rows.find((row) => row.id === id) ?? null
			await given.promise
			return found
		}
		new QueryObserver(cache, { queryKey: inboxKeys.item('s', id), queryFn }).subscribe(() => {})
		return given.resolve
	}
	const openStatus = () => cache.getQueryData<InboxItem>(inboxKeys.item('s', 'a'))?.status

	it('an opened testimonial that changes while it is first read ends up as changed', async () => {
		const letItemArrive = openUnlisted('a')
		answer()
		await expect.poll(listed).toEqual(['a'])
		rows = [item('a', 10, { status: 'approved' })]
		await live.refresh(['a'])
		letItemArrive()
		await isQuiet()
		await expect.poll(openStatus).toBe('approved')
	})

	it('a gap in the connection ends with an opened testimonial that was first read before it read again', async () => {
		const letItemArrive = openUnlisted('a')
		answer()
		await expect.poll(listed).toEqual(['a'])
		rows = [item('a', 10, { status: 'approved' })]
		live.refetchAll()
		letItemArrive()
		await expect.poll(openStatus).toBe('approved')
	})

	it('a list that was requested before a change does not show the former row while it is read again', async () => {
		answer()
		await isQuiet()
		const stale = Promise.withResolvers<void>()
		const list = refresher.loadTracked(() => stale.promise)
		rows = [item('a', 10, { status: 'approved' })]
		await live.refresh(['a'])
		stale.resolve()
		expect((await list).doubtful).toEqual(new Set(['a']))
	})

	it('a count that already includes a change is right after the event of that change', async () => {
		answer()
		await isQuiet()
		const approved: Counts = { pending: 0, suspect: 0, approved: 1, rejected: 0, archived: 0, starred: 0, all: 1 }
		cache.setQueryData(inboxKeys.counts('s'), approved)
		new QueryObserver(cache, { queryKey: inboxKeys.counts('s'), queryFn: async () => approved }).subscribe(() => {})
		await isQuiet()
		rows = [item('a', 10, { status: 'approved' })]
		await live.refresh(['a'])
		await expect.poll(() => cache.getQueryData(inboxKeys.counts('s'))).toEqual(approved)
		expect(findItem(cache, 's', 'a')?.status).toBe('approved')
	})

	it('a gap in the connection refetches the list', async () => {
		rows = [item('missed', 12), ...rows]
		live.refetchAll()
		answer()
		await expect.poll(() => cache.isFetching(), { interval: 5 }).toBe(1)
		answer()
		await expect.poll(listed).toEqual(['missed', 'a'])
	})
})
