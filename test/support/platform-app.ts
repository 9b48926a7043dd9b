import type { SupabaseClient } from '@supabase/supabase-js'
import type { Deps } from '#platform/deps.ts'
import { createRouter } from '#platform/http/routing/router.ts'
import { listen } from '#platform/http/server.ts'
import { signToken } from '#platform/keys/jwt.ts'
import { createRealtime } from '#platform/realtime/realtime.ts'
import { storageRoutes } from '#platform/storage/routes.ts'
import { officialClient } from './official-client.ts'
import type { TestDatabase } from './test-database.ts'
import { openTestDeps } from './test-deps.ts'

/** realtime/v1 and storage/v1 alone, on a real port, over a new database or a shared one. */
export type PlatformApp = {
	url: string
	deps: Deps
	database: TestDatabase
	/** A token as signed by auth/v1. */
	token(sub: string, seconds?: number): string
	/** The official client with the anonymous key, and `token` as its access token. */
	client(token?: string): SupabaseClient
	/** The official client with the service key. */
	admin(): SupabaseClient
	close(): Promise<void>
}

export async function openPlatformApp(env: Record<string, string> = {}, shared?: TestDatabase): Promise<PlatformApp> {
	// The port must be known first: responses contain the server's own URL.
	const http = await listen(['127.0.0.1'], 0)
	const url = `http://127.0.0.1:${http.port}`
	const defaults = { RATE_LIMITS: 'off', DATABASE_POOL: '6', SITE_URL: url }
	const { deps, database, close } = await openTestDeps({ ...defaults, ...env }, shared)
	const realtime = createRealtime(deps)
	await realtime.start()
	const router = createRouter([...realtime.routes, ...storageRoutes(deps)], deps)
	http.serve({ upgrade: realtime.upgrade, listener: router.listener })
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
