import type { SupabaseClient } from '@supabase/supabase-js'
import type { Deps } from '#platform/deps.ts'
import { type HttpServer, listen } from '#platform/http/server.ts'
import type { BatchWorker } from '#platform/jobs/batch-worker.ts'
import type { WebhookWorker } from '#product/webhooks/webhook-worker.ts'
import { createApp } from '#server/app.ts'
import { officialClient } from './official-client.ts'
import { asOwner, type TestDatabase } from './test-database.ts'
import { openTestDeps } from './test-deps.ts'

/** A new user, whose client is signed in with `token`. */
export type Person = { client: SupabaseClient; id: string; email: string; token: string }

export type TestApp = {
	url: string
	deps: Deps
	database: TestDatabase
	notifications: BatchWorker
	indexing: BatchWorker
	webhooks: WebhookWorker
	/** The app without a socket, as the `fetch` of the official client. */
	fetch: typeof fetch
	/** The official client, signed out, with the anonymous key unless another is given. */
	client(key?: string): SupabaseClient
	/** The official client with the service key. */
	admin(): SupabaseClient
	/**
	 * Signs up a new user.
	 * @returns their client, signed in
	 */
	person(name?: string): Promise<Person>
	/** Runs SQL as the superuser: for arranging and asserting, never for the behaviour under test. */
	sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
	/** Listens on a real port, for sockets and browsers. */
	listen(): Promise<string>
	/** Ends the work in the background, for tests that count database connections or fake timers. */
	stopWorkers(): Promise<void>
	close(): Promise<void>
}

let people = 0

/** Opens the real program over a cloned database. Settings are given as an operator would write them. */
export async function createTestApp(env: Record<string, string> = {}, shared?: TestDatabase): Promise<TestApp> {
	const defaults = {
		SITE_URL: 'http://localhost:3000',
		RATE_LIMITS: 'off',
		SUBMIT_MIN_SECONDS: '0',
		DATABASE_POOL: '6',
	}
	const { deps, database, close } = await openTestDeps({ ...defaults, ...env }, shared)
	const url = deps.config.SITE_URL
	const app = await createApp(deps)
	await app.start()
	let http: HttpServer | undefined

	const request: typeof fetch = async (input, init) => app.fetch(new Request(input, init))
	const client = (key = deps.keys.anonKey) => officialClient(url, key, { fetch: request })
	return {
		url,
		deps,
		database,
		notifications: app.notifications,
		indexing: app.indexing,
		webhooks: app.webhooks,
		fetch: request,
		client,
		admin: () => client(deps.keys.serviceRoleKey),
		async person(name = `person-${++people}`) {
			const signedIn = client()
			const email = `${name}@example.test`
			const credentials = {
				email,
				password: 'correct horse battery',
				options: { data: { username: name } },
			}
			const { data, error } = await signedIn.auth.signUp(credentials)
			if (error || !data.session) throw error ?? new Error('sign-up gave no session')
			return { client: signedIn, id: data.session.user.id, email, token: data.session.access_token }
		},
		sql: (text, values) => asOwner(database, text, values),
		async listen() {
			http ??= await listen(['127.0.0.1'], 0)
			http.serve(app)
			return `http://127.0.0.1:${http.port}`
		},
		async stopWorkers() {
			const workers = [
				deps.jobs,
				deps.longJobs,
				deps.recordingJobs,
				deps.transcriptionJobs,
				deps.countJobs,
				app.notifications,
				app.indexing,
				app.invitations,
				app.erasures,
				app.webhooks,
			]
			await Promise.all(workers.map((worker) => worker.close()))
		},
		async close() {
			await app.retire()
			await http?.drain(0)
			await app.close()
			await close()
		},
	}
}
