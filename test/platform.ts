import type { SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { cors } from '#server/http/cors.ts'
import { listen } from '#server/http/server.ts'
import { createRealtime } from '#server/realtime/realtime.ts'
import { storageRoutes } from '#server/storage/routes.ts'
import { signToken } from '#server/tokens.ts'
import { officialClient } from './client.ts'
import type { TestDatabase } from './database.ts'
import { openTestDeps } from './deps.ts'

/** realtime/v1 and storage/v1 alone, on a real port, over a database of their own or a shared one. */
export type Platform = {
	url: string
	deps: Deps
	database: TestDatabase
	/** A token as auth/v1 would sign it. */
	token(sub: string, seconds?: number): string
	/** The official client with the anonymous key, as the holder of `token` when there is one. */
	client(token?: string): SupabaseClient
	/** The official client with the service key. */
	admin(): SupabaseClient
	close(): Promise<void>
}

export async function openPlatform(
	env: Record<string, string> = {},
	shared?: TestDatabase,
): Promise<Platform> {
	// First of all: what is served names its own address.
	const http = await listen(['127.0.0.1'], 0)
	const url = `http://127.0.0.1:${http.port}`
	const defaults = { RATE_LIMITS: 'off', DATABASE_POOL: '6', SITE_URL: url }
	const { deps, database, close } = await openTestDeps({ ...defaults, ...env }, shared)
	const realtime = createRealtime(deps)
	const app = new Hono<Env>()
	app.use(cors)
	app.route('/realtime/v1', realtime.routes)
	app.route('/storage/v1', storageRoutes(deps))
	await realtime.start()
	http.serve({ fetch: app.fetch, upgrade: realtime.upgrade, hot: () => false })
	const clients: SupabaseClient[] = []

	const connect = (key: string, token?: string) => {
		const client = officialClient(url, key, token ? { accessToken: async () => token } : {})
		clients.push(client)
		return client
	}
	return {
		url,
		deps,
		database,
		token(sub, seconds = 3600) {
			const exp = Math.floor(Date.now() / 1000) + seconds
			return signToken({ sub, role: 'authenticated', exp }, deps.keys.signing)
		},
		client: (token) => connect(deps.keys.anonKey, token),
		admin: () => connect(deps.keys.serviceRoleKey),
		async close() {
			for (const client of clients) await client.realtime.disconnect()
			await realtime.close()
			await http.drain(0)
			await close()
		},
	}
}
