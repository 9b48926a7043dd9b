import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type ReceivedPurge = { body: { keys: string[] }; headers: Record<string, string | string[] | undefined> }

/** A CDN's purge hook on a real port. `answers` are the status codes of the next requests; then 204. */
export async function openPurgeReceiver() {
	const received: ReceivedPurge[] = []
	const answers: { status: number; location?: string }[] = []
	const server = createServer(async (request, response) => {
		received.push({ body: (await json(request)) as ReceivedPurge['body'], headers: request.headers })
		const { status, location } = answers.shift() ?? { status: 204 }
		response.writeHead(status, location ? { location } : {}).end()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`,
		received,
		answers,
		/** Requests that name a space. */
		of: (space: string) => received.filter(({ body }) => body.keys.includes(`space-${space}`)),
		close: () => new Promise((resolve) => server.close(resolve)),
	}
}
