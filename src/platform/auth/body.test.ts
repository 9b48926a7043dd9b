import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('a JSON body of auth/v1', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const signUp = (levels: number) => {
		const data = `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
		const body = `{"email":"deep-${levels}@skerry.example","password":"five days of paddling","data":${data}}`
		return callAuth(app, 'POST', '/signup', { body })
	}

	it('a JSON body of auth/v1 may be nested as deep as clients need', async () => {
		expect((await signUp(98)).status).toBe(200)
	})

	it.each([99, 3000, 8000, 250_000])('a JSON body of auth/v1 that nests %i lists deep is bad_json', async (levels) => {
		expect(errorParts(await signUp(levels))).toEqual([
			400,
			'bad_json',
			'Could not parse request body as JSON: the body is nested deeper than 100 levels',
		])
	})
})
