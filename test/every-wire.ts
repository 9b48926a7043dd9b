import type { TestApp } from './app.ts'
import { officialClient } from './client.ts'
import { openSocket } from './socket.ts'

/** What each wire but auth/v1 says to whoever bears a token that it takes. */
export const taken = {
	select: 'ok',
	rpc: 'ok',
	download: 'not_found',
	invoke: 404,
	join: 'ok',
}
/** What each says of a token whose session was ended. */
export const refused = {
	select: 'PGRST303 JWT session has ended',
	rpc: 'PGRST303 JWT session has ended',
	download: 'Unauthorized',
	invoke: 401,
	join: 'InvalidJWTToken: The session of this token has ended',
}

/** Tries a token on every wire but auth/v1, by the official client where it says enough. */
export async function tryEverywhere(app: TestApp, token: string): Promise<typeof taken> {
	const url = await app.listen()
	const { anonKey } = app.deps.keys
	const client = officialClient(url, anonKey, { accessToken: async () => token })
	const said = ({ error }: { error: { code: string; message: string } | null }) =>
		error ? `${error.code} ${error.message}` : 'ok'
	const [read, call, file, invoked, join] = await Promise.all([
		client.from('spaces').select('id'),
		client.rpc('slug_available', { slug: 'any-slug' }),
		fetch(`${url}/storage/v1/object/avatars/nobody/none.png`, {
			headers: { apikey: anonKey, authorization: `Bearer ${token}` },
		}),
		client.functions.invoke('form?slug=none', { method: 'GET' }),
		joinRoom(url, anonKey, token),
	])
	const { error } = (await file.json()) as { error: string }
	join.socket.close()
	return {
		select: said(read),
		rpc: said(call),
		download: error,
		invoke: invoked.response?.status ?? 0,
		join: join.said,
	}
}

/** Joins a room by a bare socket. @returns the socket and what became of the join */
export async function joinRoom(url: string, key: string, token: string) {
	const socket = await openSocket(url, key)
	const { payload } = await socket.ask('realtime:room', 'phx_join', {
		config: {},
		access_token: token,
	})
	return { socket, said: payload.response?.reason ?? String(payload.status) }
}
