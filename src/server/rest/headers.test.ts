import { describe, expect, it } from 'vitest'
import { openLibrary } from '#test/library.ts'
import { negotiate } from './accept.ts'
import { appliedPreferences, readPrefer } from './prefer.ts'
import { readRange } from './range.ts'
import { statusOf } from './sqlstate.ts'

describe('Accept', () => {
	it.each([
		[null, 'application/json; charset=utf-8', 'array'],
		['*/*', 'application/json; charset=utf-8', 'array'],
		['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json; charset=utf-8', 'array'],
		['text/csv;q=0.1, application/json', 'application/json; charset=utf-8', 'array'],
		['application/json;q=0.1, text/csv', 'text/csv; charset=utf-8', 'csv'],
		[
			'application/vnd.pgrst.object+json',
			'application/vnd.pgrst.object+json; charset=utf-8',
			'object',
		],
		['text/csv;q=0, */*', 'application/json; charset=utf-8', 'array'],
	])('%s gives %s', (header, type, kind) => {
		expect(negotiate(header)).toMatchObject({ type, form: { kind } })
	})

	it('strips nulls on request', () => {
		expect(negotiate('application/vnd.pgrst.array+json;nulls=stripped')).toEqual({
			type: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
			form: { kind: 'array', stripNulls: true },
		})
	})

	it.each(['application/geo+json', 'application/vnd.pgrst.plan+json', 'image/*', 'x'])(
		'cannot make %s',
		(header) => {
			expect(() => negotiate(header)).toThrow(/None of these media types/)
		},
	)
})

it('requests whose headers differ share no plan, however the headers are divided', async () => {
	const library = await openLibrary()
	try {
		const ask = async (headers: Record<string, string>) => {
			const answer = await library.request('/books?select=id&limit=1', { headers })
			return answer.headers.get('content-type')
		}
		const accept = 'text/csv;q=0.1, application/json'
		const csv = 'text/csv; charset=utf-8'
		expect(await ask({ accept: 'text/csv;q=0.1,', range: 'application/json null' })).toBe(csv)
		expect(await ask({ accept })).toBe('application/json; charset=utf-8')
	} finally {
		await library.close()
	}
})

describe('Prefer', () => {
	it('takes the first of a kind and echoes what applied, in the order of the wire', () => {
		const found = readPrefer(
			'count=exact, return=minimal,return=representation, max-affected=3 ,handling=strict',
			false,
		)
		expect(found).toEqual({ count: 'exact', return: 'minimal', maxAffected: 3, handling: 'strict' })
		expect(appliedPreferences(found, ['count', 'return', 'handling', 'maxAffected'])).toBe(
			'return=minimal, count=exact, handling=strict, max-affected=3',
		)
		expect(appliedPreferences(found, ['resolution'])).toBeUndefined()
	})

	it('ignores tx unless it is allowed, and unknown words unless strict', () => {
		expect(readPrefer('tx=rollback, magic', false)).toEqual({})
		expect(readPrefer('tx=rollback, constructor=1', true)).toEqual({ tx: 'rollback' })
		expect(() => readPrefer('handling=strict,magic,return=some', true)).toThrow(
			expect.objectContaining({
				code: 'PGRST122',
				details: 'Invalid preferences: magic, return=some',
			}),
		)
	})
})

describe('Content-Range', () => {
	it.each([
		[0, 0, undefined, 200, '*/*'],
		[0, 0, 0, 200, '*/0'],
		[0, 10, 10, 200, '0-9/10'],
		[5, 5, 20, 206, '5-9/20'],
		[5, 5, undefined, 200, '5-9/*'],
		[20, 0, 20, 206, '*/20'],
		[21, 0, 20, 416, '*/20'],
	])('offset %i, %i rows of %s is %i %s', (offset, rows, total, status, contentRange) => {
		expect(readRange(offset, rows, total)).toEqual({ status, contentRange })
	})
})

describe('SQLSTATE', () => {
	it.each([
		['23505', 409],
		['23503', 409],
		['23514', 400],
		['25006', 405],
		['25P02', 500],
		['22023', 400],
		['28000', 403],
		['40001', 500],
		['53300', 503],
		['53400', 500],
		['57014', 500],
		['57P01', 503],
		['P0001', 400],
		['P0002', 500],
		['42P01', 404],
		['42883', 404],
		['42P17', 500],
		['08006', 503],
		['PT402', 402],
		['PT999', 500],
		['XX000', 500],
		['ZZZZZ', 400],
	])('%s is %i', (state, status) => {
		expect(statusOf(state, '', true)).toBe(status)
	})

	it('tells the anonymous to sign in', () => {
		expect(statusOf('42501', '', false)).toBe(401)
		expect(statusOf('42501', '', true)).toBe(403)
		expect(statusOf('22023', 'role "x" does not exist', true)).toBe(401)
	})
})
