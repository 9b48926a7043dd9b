import { hash, verify } from '@node-rs/argon2'
import type { Server } from '#test/server.ts'
import { type AuthCost, costOf, headersOf, luaList } from './auth.ts'
import { givePassword, tokensOf } from './auth-people.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { visit } from './visitors.ts'

const password = 'five days of paddling'
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const seconds = 5
const rounds = 5

/**
 * Signing in with a password, in turns with hashing alone, two at once as the server does; afterwards once more while others ask
 * who they are and visitors read a wall, which hashing alone does not bear either.
 */
export async function measureSignIn(server: Server, wallSlug: string): Promise<Figure[]> {
	const headers = await headersOf(server)
	const signIn = await signInOf(server, seconds)
	const { accessTokens } = await tokensOf(server, 1)
	const signedIn = { ...headers, authorization: `Bearer ${accessTokens[0]}` }
	await signIn()

	const turns: { raw: number; signIns: AuthCost }[] = []
	let before = await hashesPerSecond(2)
	for (let round = 0; round < rounds; round++) {
		const signIns = await signIn()
		const after = await hashesPerSecond(2)
		turns.push({ raw: (before + after) / 2, signIns })
		before = after
	}
	const share = ({ raw, signIns }: (typeof turns)[0]) => signIns.perSecond / raw
	const middle = turns.toSorted((a, b) => share(a) - share(b))[Math.floor(rounds / 2)]
	if (!middle) throw new Error('no rounds')
	const [, users, walls] = await Promise.all([
		signIn(),
		visit(`${server.url}/auth/v1/user`, 25, seconds, signedIn),
		visit(`${server.url}/w/${wallSlug}`, 25, seconds),
	])
	if (users.failed + walls.failed > 0) throw new Error('others were not answered')
	return [
		plain('argon2id alone, two at once', middle.raw, 'per s'),
		plain('password sign-in, 8 connections', middle.signIns.perSecond, 'per s'),
		atLeast('password sign-in / argon2id alone', share(middle), '×', 0.75),
		plain('processor time of a sign-in, server with its hash', middle.signIns.node, 'µs'),
		plain('processor time of a sign-in, PostgreSQL', middle.signIns.postgres, 'µs'),
		atMost('GET /user meanwhile, p99', users.p99, 'ms', 100),
		atMost('a wall meanwhile, p99', walls.p99, 'ms', 100),
	]
}

/** Builds a load of people who sign in, 500 of them in turn. */
export async function signInOf(server: Server, seconds: number): Promise<() => Promise<AuthCost>> {
	const emails = await givePassword(server, await hash(password, cost), 500)
	const headers = await headersOf(server)
	const script = `
		local emails = { ${luaList(emails)} }
		local n = 0
		request = function()
			n = n % #emails + 1
			return wrk.format('POST', nil, nil, '{"email":"' .. emails[n] .. '","password":"${password}"}')
		end`
	return () => costOf(server, '/token?grant_type=password', headers, script, 8, seconds)
}

/** What the machine can verify, two at once as the server does, with nothing else to do. */
async function hashesPerSecond(seconds: number): Promise<number> {
	const stored = await hash(password, cost)
	const end = performance.now() + seconds * 1000
	let done = 0
	const worker = async () => {
		while (performance.now() < end) {
			await verify(stored, password)
			done++
		}
	}
	await Promise.all([worker(), worker()])
	return done / seconds
}
