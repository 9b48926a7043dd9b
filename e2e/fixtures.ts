import { test as base, expect, type Page } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Server, startServer } from './server.ts'

/** An owner with a space, made through the official client as the app makes it. */
export type Owner = {
	client: SupabaseClient
	email: string
	password: string
	username: string
	space: { space_id: string; form_id: string; wall_id: string; slug: string; name: string }
}

type Fixtures = { owner: Owner; phone: Page }
type WorkerFixtures = { server: Server; anonKey: string }

let made = 0

export const test = base.extend<Fixtures, WorkerFixtures>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern.
		async ({}, use) => {
			const server = await startServer({ RATE_LIMITS: 'off' })
			await use(server)
			await server.stop()
		},
		{ scope: 'worker' },
	],
	anonKey: [
		async ({ server }, use) => {
			const config = (await (await fetch(`${server.url}/config.json`)).json()) as {
				anonKey: string
			}
			await use(config.anonKey)
		},
		{ scope: 'worker' },
	],
	owner: async ({ server, anonKey }, use) => {
		await use(await makeOwner(server.url, anonKey))
	},
	phone: async ({ browser }, use) => {
		const context = await browser.newContext({
			viewport: { width: 360, height: 740 },
			hasTouch: true,
			isMobile: false,
		})
		await use(await context.newPage())
		await context.close()
	},
})

export { expect }

/** Signs a new owner up and makes their space. */
export async function makeOwner(url: string, anonKey: string): Promise<Owner> {
	const number = `${process.pid}-${++made}`
	const client = createClient(url, anonKey, {
		auth: { persistSession: false, autoRefreshToken: false },
	})
	const username = `owner-${number}`
	const email = `${username}@example.test`
	const password = 'a long enough pass phrase'
	const { error } = await client.auth.signUp({ email, password, options: { data: { username } } })
	if (error) throw error
	const slug = `northlight-${number}`
	const name = 'Northlight Frames'
	const { data } = await client.rpc('create_space', { name, slug }).throwOnError()
	return { client, email, password, username, space: { ...data, slug, name } }
}

/** Sends a testimonial as a visitor's program would. */
export async function submit(url: string, form: string, fields: Record<string, unknown> = {}) {
	const response = await fetch(`${url}/functions/v1/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
		body: JSON.stringify({
			form,
			kind: 'text',
			body: 'They reframed my daughter’s potato print as if it were a master.',
			rating: 5,
			author: { name: 'Tom Askew' },
			consent: { scope: 'public', wording: await consentWording(url, form) },
			...fields,
		}),
	})
	if (response.status !== 201)
		throw new Error(`submit answered ${response.status}: ${await response.text()}`)
	return (await response.json()) as { id: string; receipt_url: string; status: string }
}

async function consentWording(url: string, slug: string): Promise<string> {
	const response = await fetch(`${url}/functions/v1/form?slug=${slug}`)
	return ((await response.json()) as { consent_text: string }).consent_text
}
