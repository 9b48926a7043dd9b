import type { SupabaseClient } from '@supabase/supabase-js'
import type { Deps } from '#platform/deps.ts'
import { createRouter } from '#platform/http/routing/router.ts'
import { signToken } from '#platform/keys/jwt.ts'
import type { RestOptions } from '#platform/rest/respond/request-context.ts'
import { restRoutes } from '#platform/rest/routes.ts'
import { officialClient } from '#test/support/official-client.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { openTestDeps } from '#test/support/test-deps.ts'
import { library } from './library-queries.ts'

export type Library = {
	deps: Deps
	database: TestDatabase
	/** The official client with a key or a token. */
	client(as?: 'anon' | 'service_role' | { token: string }): SupabaseClient
	/** A raw request; with the anonymous key unless headers set another. */
	request(path: string, init?: RequestInit): Promise<Response>
	/** A signed token for a user, or with arbitrary claims. */
	/** A request with the service key; a body that is not a string is sent as JSON. */
	requestAsService(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
	token(claims: Record<string, unknown>): string
	close(): Promise<void>
}

/** rest/v1 alone, over a new database with the library in it. */
export async function openLibrary(options: Partial<RestOptions> = {}): Promise<Library> {
	const database = await createTestDatabase()
	await asOwner(database, library)
	const { deps, close } = await openTestDeps({ DATABASE_POOL: '4', LOG_LEVEL: 'silent' }, database)
	const app = createRouter(restRoutes(deps, options), deps)
	const url = 'http://localhost:3000'
	const { anonKey, serviceRoleKey, signing } = deps.keys
	const request: Library['request'] = async (path, init = {}) => {
		const headers = new Headers(init.headers)
		if (!headers.has('apikey')) headers.set('apikey', anonKey)
		return app.fetch(new Request(`${url}/rest/v1${path}`, { ...init, headers }))
	}
	return {
		deps,
		database,
		client(as = 'anon') {
			const key = as === 'service_role' ? serviceRoleKey : anonKey
			const headers = typeof as === 'object' ? { authorization: `Bearer ${as.token}` } : {}
			return officialClient(url, key, {
				headers,
				fetch: async (input, init) => app.fetch(new Request(input, init)),
			})
		},
		request,
		requestAsService(method, path, body, headers = {}) {
			const text = typeof body === 'string' ? body : JSON.stringify(body)
			return request(path, {
				method,
				headers: { apikey: serviceRoleKey, 'content-type': 'application/json', ...headers },
				...(body === undefined ? {} : { body: text }),
			})
		},
		token(claims) {
			const now = Math.floor(Date.now() / 1000)
			return signToken({ role: 'authenticated', iat: now, exp: now + 3600, ...claims }, signing)
		},
		async close() {
			await close()
			await database.drop()
		},
	}
}
