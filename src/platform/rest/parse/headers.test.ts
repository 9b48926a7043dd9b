import { describe, expect, it } from 'vitest'
import { statusOfSqlstate } from '#platform/rest/respond/http-status.ts'
import { toContentRange } from '#platform/rest/respond/respond.ts'
import { openLibrary } from '#test/support/rest/library.ts'
import { negotiateMediaType } from './negotiate-media-type.ts'
import { appliedPreferences, parsePrefer } from './parse-prefer.ts'

describe('Accept', () => {
	it.each([
		[null, 'application/json; charset=utf-8', 'array'],
		['*/*', 'application/json; charset=utf-8', 'array'],
		['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json; charset=utf-8', 'array'],
		['text/csv;q=0.1, application/json', 'application/json; charset=utf-8', 'array'],
		['application/json;q=0.1, text/csv', 'text/csv; charset=utf-8', 'csv'],
		['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8', 'object'],
		['text/csv;q=0, */*', 'application/json; charset=utf-8', 'array'],
	])('Accept %s gives %s', (header, type, kind) => {
		expect(negotiateMediaType(header)).toMatchObject({ type, form: { kind } })
	})

	it('a media type can strip nulls', () => {
		expect(negotiateMediaType('application/vnd.pgrst.array+json;nulls=stripped')).toEqual({
			type: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
			form: { kind: 'array', stripNulls: true },
		})
	})

	it.each(['application/geo+json', 'application/vnd.pgrst.plan+json', 'image/*', 'x'])(
		'Accept %s is refused',
		(header) => {
			expect(() => negotiateMediaType(header)).toThrow(/None of these media types/)
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
	it('the first preference of a kind counts, and the applied ones are echoed in PostgREST’s order', () => {
		const found = parsePrefer(
			'count=exact, return=minimal,return=representation, max-affected=3 ,handling=strict',
			false,
		)
		expect(found).toEqual({ count: 'exact', return: 'minimal', maxAffected: 3, handling: 'strict' })
		expect(appliedPreferences(found, ['count', 'return', 'handling', 'maxAffected'])).toBe(
			'return=minimal, count=exact, handling=strict, max-affected=3',
		)
		expect(appliedPreferences(found, ['resolution'])).toBeUndefined()
	})

	it('tx is ignored unless it is allowed, and unknown preferences unless handling is strict', () => {
		expect(parsePrefer('tx=rollback, magic', false)).toEqual({})
		expect(parsePrefer('tx=rollback, constructor=1', true)).toEqual({ tx: 'rollback' })
		expect(() => parsePrefer('handling=strict,magic,return=some', true)).toThrow(
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
	])('a read at offset %i with %i rows of %s is %i %s', (offset, rows, total, status, contentRange) => {
		expect(toContentRange(offset, rows, total)).toEqual({ status, contentRange })
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
	])('SQLSTATE %s is status %i', (state, status) => {
		expect(statusOfSqlstate(state, '', true)).toBe(status)
	})

	it('a missing privilege is 401 for the anonymous role', () => {
		expect(statusOfSqlstate('42501', '', false)).toBe(401)
		expect(statusOfSqlstate('42501', '', true)).toBe(403)
		expect(statusOfSqlstate('22023', 'role "x" does not exist', true)).toBe(401)
	})
})
