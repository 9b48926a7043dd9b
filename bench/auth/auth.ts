import { type Baseline, startHandWritten } from '#bench/baselines/baselines.ts'
import { atLeast, type Figure, plain } from '#bench/figure.ts'
import { type Load, load, medianPair, ratio } from '#bench/load.ts'
import { cpuOf, cpuOfChildren } from '#bench/processes.ts'
import { fetchAnonKey } from '#test/support/official-client.ts'
import { postmasterOf } from '#test/support/postgres/postmaster.ts'
import type { Server } from '#test/support/server-process.ts'
import { insertUsers, tokensOf, vacuumAndCheckpoint } from './people.ts'

/** A load figure with the CPU time of each request in the server and in PostgreSQL, in microseconds. */
export type AuthCost = Load & { node: number; postgres: number }

/** Options of a load; `at` defaults to the server itself. */
type Drive = {
	path: string
	script: string
	connections?: number
	seconds?: number
	at?: Baseline | undefined
}

const connections = 16

/**
 * Compares `GET /user` with a hand-written handler, and token refresh with a bare durable insert, alternating in one
 * run.
 */
export async function measureAuth(server: Server): Promise<Figure[]> {
	await insertUsers(server, 1000)
	await vacuumAndCheckpoint(server)
	const handWritten = await startHandWritten(server.dataDir)
	try {
		const users = await medianPair(3, async () => ({
			ours: await measureUser(server),
			theirs: await measureUser(server, handWritten),
		}))
		const refreshes = await medianPair(3, async () => ({
			ours: await measureRefresh(server),
			theirs: await measureInserts(handWritten, connections),
		}))
		const [user, refresh] = [users.ours, refreshes.ours]
		return [
			plain('bare durable inserts, 16 connections', refreshes.theirs.perSecond, 'per s'),
			plain('refresh, the same', refresh.perSecond, 'requests/s'),
			atLeast('refresh / bare durable insert', ratio(refreshes), '×', 0.2),
			plain('refresh, p99', refresh.p99, 'ms'),
			plain('processor time of a refresh, server', refresh.node, 'µs'),
			plain('processor time of a refresh, PostgreSQL', refresh.postgres, 'µs'),
			plain('hand-written GET /user, 16 connections', users.theirs.perSecond, 'requests/s'),
			plain('GET /user, the same', user.perSecond, 'requests/s'),
			atLeast('GET /user / hand-written', ratio(users), '×', 0.35),
			plain('GET /user, p99', user.p99, 'ms'),
			plain('processor time of GET /user, server', user.node, 'µs'),
			plain('processor time of GET /user, PostgreSQL', user.postgres, 'µs'),
		]
	} finally {
		handWritten.stop()
	}
}

/** Measures `GET /user`, requested by 500 users in turn. */
async function measureUser(server: Server, at?: Baseline): Promise<AuthCost> {
	const { accessTokens } = await tokensOf(server, 500)
	const script = `
		local tokens = { ${luaList(accessTokens)} }
		local n = 0
		request = function()
			n = n % #tokens + 1
			wrk.headers['authorization'] = 'Bearer ' .. tokens[n]
			return wrk.format('GET')
		end`
	return costOf(server, { path: '/user', script, at })
}

/** Measures token refresh. Each response's refresh token is used by that session's next request, as clients do. */
async function measureRefresh(server: Server): Promise<AuthCost> {
	const { refreshTokens } = await tokensOf(server, 500)
	const script = `
		local waiting = { ${luaList(refreshTokens)} }
		local first, last = 1, #waiting
		request = function()
			local token = waiting[first]
			waiting[first] = nil
			first = first + 1
			return wrk.format('POST', nil, nil, '{"refresh_token":"' .. token .. '"}')
		end
		response = function(status, headers, body)
			last = last + 1
			waiting[last] = body:match('"refresh_token":"([^"]+)"') or 'lost'
		end`
	return costOf(server, { path: '/token?grant_type=refresh_token', script })
}

/** Measures inserts of one row per request, durable before the response. */
export async function measureInserts(at: Baseline, connections: number): Promise<Load> {
	const script = `request = function() return wrk.format('POST', nil, nil, '${'x'.repeat(200)}') end`
	const measured = await load(`${at.url}/insert`, { connections, seconds: 4, script })
	if (measured.failed > 0) throw new Error(`${measured.failed} inserts failed`)
	return measured
}

/** Drives one URL and reads the CPU time of each response. */
export async function costOf(server: Server, drive: Drive): Promise<AuthCost> {
	const { path, at, ...how } = drive
	const base = at?.url ?? `${server.url.replace('localhost', '127.0.0.1')}/auth/v1`
	const pid = at?.pid ?? server.pid
	const headers = await headersOf(server)
	const postmaster = await postmasterOf(server.dataDir)
	const before = [await cpuOf(pid), await cpuOfChildren(postmaster)] as const
	const measured = await load(base + path, { connections, seconds: 4, headers, ...how })
	const after = [await cpuOf(pid), await cpuOfChildren(postmaster)] as const
	if (measured.failed > 0) throw new Error(`${path}: ${measured.failed} answers were not good`)
	const each = (index: 0 | 1) => ((after[index] - before[index]) * 1e6) / measured.total
	return { ...measured, node: each(0), postgres: each(1) }
}

/** Headers that every client sends. */
export async function headersOf(server: Server): Promise<Record<string, string>> {
	return { apikey: await fetchAnonKey(server.url), 'content-type': 'application/json' }
}

/** Serializes strings as the elements of a Lua table. */
export function luaList(items: string[]): string {
	return items.map((item) => `'${item}'`).join(',')
}
