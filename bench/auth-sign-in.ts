import { hash, verify } from '@node-rs/argon2'
import type { Server } from '#test/server.ts'
import { type AuthCost, costOf, headersOf, luaList } from './auth.ts'
import { givePassword, tokensOf } from './auth-people.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { visit } from './visitors.ts'

const password = 'five days of paddling'
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const seconds = 6

/**
 * Signing in with a password, against hashing alone on an idle machine before and after; meanwhile others ask who they are, and
 * visitors read a wall.
 */
export async function measureSignIn(server: Server, wallSlug: string): Promise<Figure[]> {
	const headers = await headersOf(server)
	const signIn = await signInOf(server, seconds)
	const { accessTokens } = await tokensOf(server, 1)
	const signedIn = { ...headers, authorization: `Bearer ${accessTokens[0]}` }
	await signIn()

	const before = await hashesPerSecond(3)
	const [signedInNow, users, walls] = await Promise.all([
		signIn(),
		visit(`${server.url}/auth/v1/user`, 25, seconds, signedIn),
		visit(`${server.url}/w/${wallSlug}`, 25, seconds),
	])
	const after = await hashesPerSecond(3)
	const raw = (before + after) / 2
	if (users.failed + walls.failed > 0) throw new Error('others were not answered')
	return [
		plain('argon2id alone, two at once', raw, 'per s'),
		plain('password sign-in, 8 connections', signedInNow.perSecond, 'per s'),
		atLeast('password sign-in / argon2id alone', signedInNow.perSecond / raw, '×', 0.75),
		plain('processor time of a sign-in, server with its hash', signedInNow.node, 'µs'),
		plain('processor time of a sign-in, PostgreSQL', signedInNow.postgres, 'µs'),
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
