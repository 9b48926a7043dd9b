import { test as base, expect, type Page, type WorkerFixture } from '@playwright/test'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { type Server, type ServerAddress, startServer } from '#test/support/server-process.ts'
import { sharedServer } from './shared-servers.ts'

type Fixtures = { space: TestSpace; phone: Page }
type WorkerFixtures = { server: ServerAddress }
type ServerFixture<Kind> = [WorkerFixture<Kind, object>, { scope: 'worker' }]

/** The fixture of a server that all workers share with every other fixture of the same settings. */
export const serverWith = (settings: Record<string, string>): ServerFixture<ServerAddress> => [
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern.
	async ({}, use) => use(await sharedServer({ RATE_LIMITS: 'off', ...settings })),
	{ scope: 'worker' },
]

/** The fixture of a server that a worker has for itself, for journeys that kill it or read its output. */
export const ownServerWith = (settings: Record<string, string>): ServerFixture<Server> => [
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern.
	async ({}, use) => {
		const server = await startServer({ RATE_LIMITS: 'off', ...settings })
		await use(server)
		await server.stop()
	},
	{ scope: 'worker' },
]

/** A server of the run; `space` is a new owner with a space; `phone` a second visitor on 360 px. */
export const test = base.extend<Fixtures, WorkerFixtures>({
	server: serverWith({ IMPORT_ALLOW_PRIVATE: 'on' }),
	// The box of an error hides the words of a failing screen; the console has them.
	page: async ({ page }, use, info) => {
		const errors: string[] = []
		page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
		await use(page)
		if (info.status === info.expectedStatus) return
		for (const error of errors) console.log(`the console said: ${error}`)
	},
	space: async ({ server }, use) => {
		await use(await makeSpace(server.url))
	},
	phone: async ({ browser }, use) => {
		const context = await browser.newContext({
			viewport: { width: 360, height: 740 },
			hasTouch: true,
		})
		await use(await context.newPage())
		await context.close()
	},
})

export { expect }
