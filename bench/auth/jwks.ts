import { answerOf, startBare } from '#bench/baselines/baselines.ts'
import { atLeast, type Figure, plain } from '#bench/figure.ts'
import { medianPair, ratio } from '#bench/load.ts'
import { costOf } from '#bench/rest/rest.ts'
import type { Server } from '#test/support/server-process.ts'

const path = '/auth/v1/.well-known/jwks.json'

/** Compares the public key set with a bare node:http server that serves the same bytes in the same run. */
export async function measureJwks(server: Server): Promise<Figure[]> {
	const address = `${server.url.replace('localhost', '127.0.0.1')}${path}`
	const bare = await startBare(await answerOf(address))
	try {
		const pair = await medianPair(5, async () => ({
			ours: await costOf(address, server.pid, {}),
			theirs: await costOf(bare.url, bare.pid, {}),
		}))
		const { ours, theirs } = pair
		if (ours.failed + theirs.failed > 0) throw new Error('jwks.json: not every answer was good')
		return [
			plain('bare node:http, the bytes of jwks.json', theirs.perSecond, 'requests/s'),
			plain('jwks.json, the same', ours.perSecond, 'requests/s'),
			plain('processor time of a request, bare node:http', theirs.cpu, 'µs'),
			plain('processor time of a request, jwks.json', ours.cpu, 'µs'),
			atLeast('jwks.json / bare node:http', ratio(pair), '×', 0.8),
		]
	} finally {
		bare.stop()
	}
}
