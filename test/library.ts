import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { readConfig } from '#server/config.ts'
import type { Deps, Env } from '#server/deps.ts'
import { createLog } from '#server/log.ts'
import { openDeps } from '#server/open.ts'
import type { RestOptions } from '#server/rest/engine.ts'
import { restRoutes } from '#server/rest/routes.ts'
import { signToken } from '#server/tokens.ts'
import { asOwner, createTestDatabase, type TestDatabase } from './database.ts'
import { library } from './library-queries.ts'

export type Library = {
	deps: Deps
	database: TestDatabase
	/** The official client as the holder of a key or of a token. */
	client(as?: 'anon' | 'service_role' | { token: string }): SupabaseClient
	/** A request as it goes over the wire; the anonymous key unless headers say otherwise. */
	request(path: string, init?: RequestInit): Promise<Response>
	/** A signed token for a person, or with any claims. */
	token(claims: Record<string, unknown>): string
	close(): Promise<void>
}

/** rest/v1 alone, over a database of its own with the library in it. */
export async function openLibrary(options: Partial<RestOptions> = {}): Promise<Library> {
	const database = await createTestDatabase()
	await asOwner(database, library)
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-rest-'))
	const { config } = readConfig({ DATA_DIR: folder, DATABASE_POOL: '4', LOG_LEVEL: 'silent' })
	const deps = await openDeps(config, database.owner, createLog('silent'))
	const app = new Hono<Env>()
	app.route('/rest/v1', restRoutes(deps, options))
	const url = 'http://localhost:3000'
	const { anonKey, serviceRoleKey, signing } = deps.keys
	return {
		deps,
		database,
		client(as = 'anon') {
			const key = as === 'service_role' ? serviceRoleKey : anonKey
			const headers = typeof as === 'object' ? { authorization: `Bearer ${as.token}` } : {}
			return createClient(url, key, {
				global: { headers, fetch: async (input, init) => app.fetch(new Request(input, init)) },
				auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
			})
		},
		async request(path, init = {}) {
			const headers = new Headers(init.headers)
			if (!headers.has('apikey')) headers.set('apikey', anonKey)
			return app.fetch(new Request(`${url}/rest/v1${path}`, { ...init, headers }))
		},
		token(claims) {
			const now = Math.floor(Date.now() / 1000)
			return signToken({ role: 'authenticated', iat: now, exp: now + 3600, ...claims }, signing)
		},
		async close() {
			await deps.db.close()
			await database.drop()
			await rm(folder, { recursive: true, force: true })
		},
	}
}
