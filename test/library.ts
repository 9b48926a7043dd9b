import type { SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import type { RestOptions } from '#server/rest/engine.ts'
import { restRoutes } from '#server/rest/routes.ts'
import { createRest } from '#server/rest/service.ts'
import { signToken } from '#server/tokens.ts'
import { officialClient } from './client.ts'
import { asOwner, createTestDatabase, type TestDatabase } from './database.ts'
import { openTestDeps } from './deps.ts'
import { library } from './library-queries.ts'

export type Library = {
	deps: Deps
	database: TestDatabase
	/** The official client as the holder of a key or of a token. */
	client(as?: 'anon' | 'service_role' | { token: string }): SupabaseClient
	/** A request as it goes over the wire; the anonymous key unless headers say otherwise. */
	request(path: string, init?: RequestInit): Promise<Response>
	/** A signed token for a person, or with any claims. */
	/** A request as the service; a body that is no text is sent as JSON. */
	ask(
		method: string,
		path: string,
		body?: unknown,
		headers?: Record<string, string>,
	): Promise<Response>
	token(claims: Record<string, unknown>): string
	close(): Promise<void>
}

/** rest/v1 alone, over a database of its own with the library in it. */
export async function openLibrary(options: Partial<RestOptions> = {}): Promise<Library> {
	const database = await createTestDatabase()
	await asOwner(database, library)
	const { deps, close } = await openTestDeps({ DATABASE_POOL: '4', LOG_LEVEL: 'silent' }, database)
	const app = new Hono<Env>()
	app.route('/rest/v1', restRoutes(createRest(deps, options)))
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
		ask(method, path, body, headers = {}) {
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
