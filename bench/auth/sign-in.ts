import { hash as hashPassword, verify } from '@node-rs/argon2'
import { atLeast, atMost, type Figure, plain } from '#bench/figure.ts'
import { steadyLoad } from '#bench/steady-load.ts'
import type { Server } from '#test/support/server-process.ts'
import { type AuthCost, costOf, headersOf, luaList } from './auth.ts'
import { setPasswords, tokensOf } from './people.ts'

const password = 'five days of paddling'
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const seconds = 5
const rounds = 5

/**
 * Compares password sign-in with hashing alone, two at a time as the server does, then repeats it under load from
 * signed-in users and wall readers.
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
		steadyLoad(`${server.url}/auth/v1/user`, 25, seconds, signedIn),
		steadyLoad(`${server.url}/w/${wallSlug}`, 25, seconds),
	])
	if (users.failed + walls.failed > 0) throw new Error('others were not answered')
	const hash = 2000 / middle.raw
	return [
		plain('argon2id alone, two at once', middle.raw, 'per s'),
		plain('password sign-in, 8 connections', middle.signIns.perSecond, 'per s'),
		atLeast('password sign-in / argon2id alone', share(middle), '×', 0.75),
		plain('processor time of a sign-in, server with its hash', middle.signIns.node, 'µs'),
		plain('processor time of a sign-in, PostgreSQL', middle.signIns.postgres, 'µs'),
		plain('one hash, two at once', hash, 'ms'),
		atMost('GET /user meanwhile, p99 / one hash', users.p99 / hash, '×', 10),
		atMost('a wall meanwhile, p99 / one hash', walls.p99 / hash, '×', 10),
	]
}

/** Returns a load of sign-ins by 500 users in turn. */
export async function signInOf(server: Server, seconds: number): Promise<() => Promise<AuthCost>> {
	const emails = await setPasswords(server, await hashPassword(password, cost), 500)
	const script = `
		local emails = { ${luaList(emails)} }
		local n = 0
		request = function()
			n = n % #emails + 1
			return wrk.format('POST', nil, nil, '{"email":"' .. emails[n] .. '","password":"${password}"}')
		end`
	return () => costOf(server, { path: '/token?grant_type=password', script, connections: 8, seconds })
}

/** Counts password verifications per second on an idle machine, two at a time as the server does. */
async function hashesPerSecond(seconds: number): Promise<number> {
	const stored = await hashPassword(password, cost)
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
