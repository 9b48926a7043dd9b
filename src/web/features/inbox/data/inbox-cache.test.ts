import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyFilter, type View } from '#web/features/inbox/filters/inbox-filter.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { findItem, inboxKeys, patchInLists, removeFromLists, upsertInLists } from './inbox-cache.ts'
import type { InboxItem } from './inbox-item.ts'
import { createSampleItem as item } from './sample-item.ts'

let cache: QueryClient
const key = (view: View) => inboxKeys.list('s', { ...emptyFilter, view })
const listed = (view: View) =>
	cache
		.getQueryData<{ pages: { items: InboxItem[] }[] }>(key(view))
		?.pages.flatMap((page) => page.items.map((one) => one.id))

const data = (items: InboxItem[]) => ({ pages: [{ items, more: false }], pageParams: [null] })

beforeEach(() => {
	cache = new QueryClient()
	cache.setQueryData(key('pending'), data([item('a'), item('b')]))
	cache.setQueryData(key('approved'), data([]))
	cache.setQueryData(inboxKeys.counts('s'), {
		pending: 2,
		approved: 0,
		starred: 0,
		archived: 0,
		rejected: 0,
		suspect: 0,
		all: 2,
	})
})

describe('inbox cache', () => {
	it('a decided testimonial moves between lists and the counts follow', () => {
		patchInLists(cache, 's', 'a', { status: 'approved' })
		expect(listed('pending')).toEqual(['b'])
		expect(listed('approved')).toEqual(['a'])
		expect(cache.getQueryData(inboxKeys.counts('s'))).toMatchObject({ pending: 1, approved: 1 })
	})

	it('a decision that is undone restores lists and counts', () => {
		patchInLists(cache, 's', 'a', { status: 'rejected' })
		expect(findItem(cache, 's', 'a')?.status).toBe('rejected')
		patchInLists(cache, 's', 'a', { status: 'pending' })
		expect(listed('pending')?.sort()).toEqual(['a', 'b'])
		expect(cache.getQueryData(inboxKeys.counts('s'))).toMatchObject({ pending: 2, rejected: 0 })
	})

	it('a new testimonial is inserted and a deleted one removed', () => {
		upsertInLists(cache, 's', item('n', 23, { submitted_at: '2026-11-21T10:00:00+00:00' }))
		expect(listed('pending')?.[0]).toBe('n')
		removeFromLists(cache, 's', 'b')
		expect(listed('pending')).not.toContain('b')
		expect(cache.getQueryData(inboxKeys.counts('s'))).toMatchObject({ pending: 2 })
	})

	it('the number beside the inbox follows arrivals, decisions and deletions', () => {
		const key = queryKeys.pendingCount('s')
		cache.setQueryData(key, 2)
		upsertInLists(cache, 's', item('n', 23))
		expect(cache.getQueryData(key)).toBe(3)
		patchInLists(cache, 's', 'n', { status: 'approved' })
		expect(cache.getQueryData(key)).toBe(2)
		patchInLists(cache, 's', 'n', { status: 'pending' })
		removeFromLists(cache, 's', 'b')
		expect(cache.getQueryData(key)).toBe(2)
	})

	it('a testimonial comes from the list or the item on the screen before a list that is only kept', () => {
		cache.setQueryData(key('all'), data([item('a', 1, { body: 'Newer' })]))
		cache.setQueryData(inboxKeys.item('s', 'b'), item('b', 1, { body: 'Newer' }))
		for (const queryKey of [key('all'), inboxKeys.item('s', 'b')])
			new QueryObserver(cache, { queryKey, queryFn: () => null, staleTime: Number.POSITIVE_INFINITY }).subscribe(
				() => {},
			)
		expect([findItem(cache, 's', 'a')?.body, findItem(cache, 's', 'b')?.body]).toEqual(['Newer', 'Newer'])
	})

	it('a testimonial that is not cached is left to the server', () => {
		patchInLists(cache, 's', 'unknown', { is_pinned: true })
		expect(findItem(cache, 's', 'unknown')).toBeUndefined()
	})
})
