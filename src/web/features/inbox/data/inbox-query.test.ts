import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import type { Database } from '#shared/database-types.ts'
import { emptyFilter } from '#web/features/inbox/filters/inbox-filter.ts'
import { orConditions } from './inbox-query.ts'
import { sendChanges } from './save-changes.ts'

describe('inbox query', () => {
	it('missing ratings can be combined with others in one filter', () => {
		expect(orConditions({ ...emptyFilter, ratings: ['none'] })).toEqual(['rating.is.null'])
		expect(orConditions({ ...emptyFilter, ratings: ['2', 'none', '1'] })).toEqual(['rating.is.null,rating.in.(2,1)'])
	})

	it('a language matches with and without its region', () => {
		expect(orConditions({ ...emptyFilter, langs: ['ar'] })).toEqual(['locale.eq.ar,locale.like.ar-*'])
	})

	it('a plain view adds no condition', () => {
		expect(orConditions(emptyFilter)).toEqual([])
	})
})

it('a thousand ids are split over requests of acceptable URL length', async () => {
	const addresses: string[] = []
	const fetch = async (input: RequestInfo | URL) => {
		const { href, searchParams } = new URL(String(input))
		addresses.push(href)
		const ids = searchParams.get('id')?.match(/[0-9a-f-]{36}/g) ?? []
		return Response.json(ids.map((id) => ({ id })))
	}
	const client = createClient<Database>('http://localhost', 'key', {
		global: { fetch },
		auth: { persistSession: false, autoRefreshToken: false },
	})
	const changes = Array.from({ length: 1000 }, () => ({
		id: crypto.randomUUID(),
		name: 'Ines',
		before: { status: 'pending' } as const,
		after: { status: 'approved' } as const,
	}))
	await sendChanges(client, crypto.randomUUID(), changes, 'after')
	expect(Math.max(...addresses.map(({ length }) => length))).toBeLessThan(8000)
	for (const { id } of changes) expect(addresses.some((one) => one.includes(id))).toBe(true)
})
