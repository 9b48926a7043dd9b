import { vi } from 'vitest'
import { createPasswords, type Passwords } from '#platform/auth/accounts/passwords/password-hash.ts'
import { type AuthContext, createAuthContext } from '#platform/auth/auth-context.ts'
import { authRoutes } from '#platform/auth/routes.ts'
import { createRouter } from '#platform/http/routing/router.ts'
import type { TestApp } from '#test/support/test-app.ts'

export type GuessedNode = ReturnType<typeof openGuessedNode>

/** auth/v1 alone, called from any client address, with password operations counted. */
export function openGuessedNode(app: TestApp, passwords: Passwords = createPasswords()) {
	const hashes = vi.spyOn(passwords, 'verify')
	const context: AuthContext = createAuthContext(app.deps, { passwords })
	const router = createRouter(authRoutes(app.deps, context), {
		...app.deps,
		config: { TRUSTED_PROXIES: ['127.0.0.1'] },
	})
	const post = async (path: string, body: unknown, from: string) => {
		const answer = await router.request(`/auth/v1${path}`, {
			method: 'POST',
			headers: {
				apikey: app.deps.keys.anonKey,
				'x-forwarded-for': from,
				'x-supabase-api-version': '2024-01-01',
				'content-type': 'application/json',
			},
			body: JSON.stringify(body),
		})
		return {
			status: answer.status,
			headers: answer.headers,
			body: (await answer.json()) as { code: string; message: string },
		}
	}
	const signIn = (email: string, given: string, from: string) =>
		post('/token?grant_type=password', { email, password: given }, from)
	return { post, signIn, hashes }
}

export type Guesses = { refused: number; wrong: number; right: number; owner: number; hashes: number }

/**
 * Guesses a password twenty times from each of so many addresses, in turn at each node, while its owner signs in once a round.
 * @returns how the guesses ended, how often the owner was let in, and how many passwords were hashed
 */
export async function guessFromAddresses(
	nodes: readonly GuessedNode[],
	email: string,
	password: string,
	addresses: number,
): Promise<Guesses> {
	for (const { hashes } of nodes) hashes.mockClear()
	const node = (index: number) => nodes[index % nodes.length] as GuessedNode
	const guesses: Guesses = { refused: 0, wrong: 0, right: 0, owner: 0, hashes: 0 }
	for (let round = 0; round < 20; round++) {
		const sent = Array.from({ length: addresses }, async (_, i) => {
			const { status } = await node(i).signIn(email, `guess ${round} ${i}`, `10.${i >> 8}.${i & 255}.9`)
			if (status === 429) guesses.refused++
			else if (status === 400) guesses.wrong++
			else guesses.right++
		})
		const owner = await node(round).signIn(email, password, '198.51.100.200')
		if (owner.status === 200) guesses.owner++
		await Promise.all(sent)
	}
	guesses.hashes = nodes.reduce((sum, { hashes }) => sum + hashes.mock.calls.length, 0)
	return guesses
}
