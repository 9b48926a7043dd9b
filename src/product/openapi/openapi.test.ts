import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { apiKeyScopes } from '#shared/api-key-scopes.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { functionDescriptions } from './describe-functions.ts'
import { restCatalogue } from './rest-catalogue.ts'

type Operation = { operationId: string; summary: string; security: Record<string, string[]>[]; responses: object }
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

let opened: TestDeps
let app: Awaited<ReturnType<typeof createApp>>
let document: Document
const read = (headers: Record<string, string> = {}) => app.router.request('/functions/v1/openapi.json', { headers })
beforeAll(async () => {
	opened = await openTestDeps({})
	app = await createApp(opened.deps)
	document = (await (await read()).json()) as Document
})
afterAll(() => opened.close())

test('the document is valid OpenAPI 3.1', async () => {
	const result = await new Validator().validate(structuredClone(document))
	expect(result).toMatchObject({ valid: true })
	expect(document.openapi).toBe('3.1.0')
})

test('the document is public, cacheable and has an ETag', async () => {
	const first = await read()
	expect(first.headers.get('cache-control')).toMatch(/^public, max-age=/)
	const etag = first.headers.get('etag') ?? ''
	expect((await read({ 'if-none-match': etag })).status).toBe(304)
})

test('the document has exactly the functions of the route table, and each is described', () => {
	const prefix = '/functions/v1'
	const routes = app.router.routes
		// Functions of the operator's own folder have no fixed address.
		.filter(({ path, method }) => path.startsWith(`${prefix}/`) && method !== 'ALL' && !path.includes('*'))
		.map(({ method, path }) => `${method} ${path.slice(prefix.length)}`)
	expect(Object.keys(functionDescriptions).sort()).toEqual(routes.sort())
	const documented = Object.entries(document.paths)
		.filter(([path]) => path.startsWith(prefix))
		.flatMap(([path, operations]) =>
			Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.slice(prefix.length)}`),
		)
	expect(documented.sort()).toEqual(routes.map((route) => route.replaceAll(/:(\w+)/g, '{$1}')).sort())
})

test('the document has every table, view and procedure of the product, and no other', () => {
	const names = Object.keys(document.paths).filter((path) => path.startsWith('/rest/v1/'))
	const { relations, functions } = restCatalogue
	const expected = [...Object.keys(relations), ...Object.keys(functions).map((name) => `rpc/${name}`)]
	expect(names.map((path) => path.slice('/rest/v1/'.length)).sort()).toEqual(expected.sort())
	expect(names).toContain('/rest/v1/rpc/invite_customers')
})

test('each operation has one id, a summary, and a scope of the list where keys may call it', () => {
	const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
	const ids = operations.map(({ operationId }) => operationId)
	expect(new Set(ids).size).toBe(ids.length)
	const scopes = operations.flatMap(({ security }) => security.flatMap(({ key = [] }) => key))
	for (const scope of scopes) expect(apiKeyScopes).toContain(scope)
	expect(new Set(scopes)).toEqual(new Set(apiKeyScopes))
	for (const { summary } of operations) expect(summary.length).toBeGreaterThan(5)
})
