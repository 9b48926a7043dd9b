import { afterAll, beforeAll, expect, it } from 'vitest'
import { guessFromAddresses, openGuessedNode } from '#test/support/auth/guessed-node.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp({ RATE_LIMITS: 'on' })
})
afterAll(() => app.close())

it('guessing 10,000 times from 500 addresses never locks the owner out', async () => {
	const nodes = [openGuessedNode(app), openGuessedNode(app), openGuessedNode(app)]
	const [email, password] = ['isla@skerry.example', 'five days of paddling']
	await app.admin().auth.admin.createUser({ email, password, email_confirm: true })
	// The owner's network is known from now on.
	expect((await nodes[0]?.signIn(email, password, '198.51.100.7'))?.status).toBe(200)
	const { refused, wrong, right, owner, hashes } = await guessFromAddresses(nodes, email, password, 500)
	expect([refused + wrong, right, owner]).toEqual([10_000, 0, 20])
	expect(hashes - owner).toBe(wrong)
	expect(wrong).toBeLessThanOrEqual(20)
})
