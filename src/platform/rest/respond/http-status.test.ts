import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
})
afterAll(() => library.close())

/** Lets a function fail with a state, as the service or as no one. */
async function fail(code: string, apikey: string, words = 'no') {
	const response = await library.request('/rpc/fail', {
		method: 'POST',
		headers: { apikey, 'content-type': 'application/json' },
		body: JSON.stringify({ code, words }),
	})
	const challenge = response.headers.get('www-authenticate')
	return { status: response.status, body: await response.json(), challenge }
}

/** Every row of the map of errors, by one state of each kind and the exceptions within it. */
it.each([
	['08006', 503],
	['09000', 500],
	['0L000', 403],
	['0P000', 403],
	['21000', 500],
	['22023', 400],
	['22P02', 400],
	['23502', 400],
	['23503', 409],
	['23505', 409],
	['23514', 400],
	['25006', 405],
	['25P02', 500],
	['28000', 403],
	['2D000', 500],
	['38000', 500],
	['39000', 500],
	['3B000', 500],
	['40001', 500],
	['40P01', 500],
	['42501', 403],
	['42601', 400],
	['42883', 404],
	['42P01', 404],
	['42P17', 500],
	['53100', 503],
	['53400', 500],
	['54001', 500],
	['55006', 500],
	['57014', 500],
	['57P01', 503],
	['58030', 500],
	['F0000', 500],
	['HV000', 500],
	['P0001', 400],
	['P0002', 500],
	['PT402', 402],
	['PT40A', 500],
	['XX000', 500],
	['ZZZZZ', 400],
])('SQLSTATE %s is the status %i, with its message', async (code, status) => {
	const answer = await fail(code, library.deps.keys.serviceRoleKey)
	expect(answer).toEqual({
		status,
		body: { code, details: 'the detail', hint: 'the hint', message: 'no' },
		challenge: null,
	})
})

it('a missing privilege is 401 with a challenge for the anonymous role', async () => {
	const { anonKey } = library.deps.keys
	expect(await fail('42501', anonKey)).toMatchObject({ status: 401, challenge: 'Bearer' })
	const unknownRole = await fail('22023', anonKey, 'role "ghost" does not exist')
	expect(unknownRole.status).toBe(401)
})
