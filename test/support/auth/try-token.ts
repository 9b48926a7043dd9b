import { officialClient } from '#test/support/official-client.ts'
import { openRealtimeSocket } from '#test/support/realtime/socket.ts'
import type { TestApp } from '#test/support/test-app.ts'

/** Responses of each API except auth/v1 to an accepted token. */
export const acceptedResults = {
	select: 'ok',
	rpc: 'ok',
	download: 'not_found',
	invoke: 404,
	join: 'ok',
}
/** Responses of each API to a token whose session has ended. */
export const rejectedResults = {
	select: 'PGRST303 JWT session has ended',
	rpc: 'PGRST303 JWT session has ended',
	download: 'Unauthorized',
	invoke: 401,
	join: 'InvalidJWTToken: The session of this token has ended',
}

/** Tries a token on every API except auth/v1, by the official client where its error is detailed enough. */
export async function tryToken(app: TestApp, token: string): Promise<typeof acceptedResults> {
	const url = await app.listen()
	const { anonKey } = app.deps.keys
	const client = officialClient(url, anonKey, { accessToken: async () => token })
	const errorOf = ({ error }: { error: { code: string; message: string } | null }) =>
		error ? `${error.code} ${error.message}` : 'ok'
	const [read, call, file, invoked, join] = await Promise.all([
		client.from('spaces').select('id'),
		client.rpc('slug_available', { slug: 'any-slug' }),
		fetch(`${url}/storage/v1/object/avatars/nobody/none.png`, {
			headers: { apikey: anonKey, authorization: `Bearer ${token}` },
		}),
		client.functions.invoke('form?slug=none', { method: 'GET' }),
		joinChannel(url, anonKey, token),
	])
	const { error } = (await file.json()) as { error: string }
	join.socket.close()
	return {
		select: errorOf(read),
		rpc: errorOf(call),
		download: error,
		invoke: invoked.response?.status ?? 0,
		join: join.said,
	}
}

/**
 * Joins a channel by a raw socket.
 * @returns the socket and the reply to the join
 */
export async function joinChannel(url: string, key: string, token: string) {
	const socket = await openRealtimeSocket(url, key)
	const { payload } = await socket.ask('realtime:room', 'phx_join', {
		config: {},
		access_token: token,
	})
	return { socket, said: payload.response?.reason ?? String(payload.status) }
}
