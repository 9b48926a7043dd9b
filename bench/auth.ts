import { anonKeyOf } from '#test/client.ts'
import type { Server } from '#test/server.ts'
import { addPeople, settle, tokensOf } from './auth-people.ts'
import { atLeast, type Figure, plain } from './figure.ts'
import { type Load, load } from './load.ts'
import { cpuOf, cpuOfChildren, postmasterOf } from './processes.ts'

/** A load, and the processor time of each request in microseconds: the server's and PostgreSQL's. */
export type AuthCost = Load & { node: number; postgres: number }

/** auth/v1: refreshing, asking who one is. */
export async function measureAuth(server: Server): Promise<Figure[]> {
	await addPeople(server, 1000)
	await settle(server)
	const user = await measureUser(server)
	const refresh = await measureRefresh(server)
	return [
		atLeast('refresh, 16 connections', refresh.perSecond, 'requests/s', 2500),
		plain('refresh, p99', refresh.p99, 'ms'),
		plain('processor time of a refresh, server', refresh.node, 'µs'),
		plain('processor time of a refresh, PostgreSQL', refresh.postgres, 'µs'),
		atLeast('GET /user, 16 connections', user.perSecond, 'requests/s', 4000),
		plain('GET /user, p99', user.p99, 'ms'),
		plain('processor time of GET /user, server', user.node, 'µs'),
		plain('processor time of GET /user, PostgreSQL', user.postgres, 'µs'),
	]
}

/** GET /user by 500 people in turn. */
export async function measureUser(server: Server): Promise<AuthCost> {
	const { accessTokens } = await tokensOf(server, 500)
	return costOf(
		server,
		'/user',
		await headersOf(server),
		`
		local tokens = { ${luaList(accessTokens)} }
		local n = 0
		request = function()
			n = n % #tokens + 1
			wrk.headers['authorization'] = 'Bearer ' .. tokens[n]
			return wrk.format('GET')
		end`,
	)
}

/** Refreshing: each answer's token is the next request's of that session, as with clients. */
export async function measureRefresh(server: Server): Promise<AuthCost> {
	const { refreshTokens } = await tokensOf(server, 500)
	return costOf(
		server,
		'/token?grant_type=refresh_token',
		await headersOf(server),
		`
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
		end`,
	)
}

/** Drives one address and reads what each answer cost. */
export async function costOf(
	server: Server,
	path: string,
	headers: Record<string, string>,
	script: string,
	connections = 16,
	seconds = 4,
): Promise<AuthCost> {
	const url = `${server.url.replace('localhost', '127.0.0.1')}/auth/v1${path}`
	const postmaster = await postmasterOf(server.dataDir)
	const before = [await cpuOf(server.pid), await cpuOfChildren(postmaster)] as const
	const measured = await load(url, { connections, seconds, headers, script })
	const after = [await cpuOf(server.pid), await cpuOfChildren(postmaster)] as const
	if (measured.failed > 0) throw new Error(`${path}: ${measured.failed} answers were not good`)
	const each = (index: 0 | 1) => ((after[index] - before[index]) * 1e6) / measured.total
	return { ...measured, node: each(0), postgres: each(1) }
}

/** What every client sends. */
export async function headersOf(server: Server): Promise<Record<string, string>> {
	return { apikey: await anonKeyOf(server.url), 'content-type': 'application/json' }
}

/** Strings as the inside of a Lua table. */
export function luaList(items: string[]): string {
	return items.map((item) => `'${item}'`).join(',')
}
