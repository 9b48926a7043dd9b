import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import type { Database } from '#shared/database.ts'
import { emptyFilter } from './inbox-filter.ts'
import { containing, orConditions } from './inbox-query.ts'
import { sendChanges } from './inbox-write.ts'

describe('the query of the list', () => {
	it('takes typed wildcards and quotes as the characters they are', () => {
		expect(containing('100%')).toBe('"*100\\\\%*"')
		expect(containing('a_b')).toBe('"*a\\\\_b*"')
		expect(containing(' she said "yes" ')).toBe('"*she said \\"yes\\"*"')
		expect(containing('5*')).toBe('"*5_*"')
	})

	it('asks for missing ratings beside some others', () => {
		expect(orConditions({ ...emptyFilter, ratings: ['none'] })).toEqual(['rating.is.null'])
		expect(orConditions({ ...emptyFilter, ratings: ['2', 'none', '1'] })).toEqual([
			'rating.is.null,rating.in.(2,1)',
		])
	})

	it('finds a language with and without its region', () => {
		expect(orConditions({ ...emptyFilter, langs: ['ar'] })).toEqual([
			'locale.eq.ar,locale.like.ar-*',
		])
	})

	it('needs no condition for a plain view', () => {
		expect(orConditions(emptyFilter)).toEqual([])
	})
})

it('decides about a thousand at once in requests whose addresses a server takes', async () => {
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
