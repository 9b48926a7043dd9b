import { spawn } from 'node:child_process'
import { type Server, serverFlags } from '#test/server.ts'
import { atLeast, type Figure, plain } from './figure.ts'
import { costOf, middleOf, ratio } from './rest.ts'

const path = '/auth/v1/.well-known/jwks.json'
/** What Node adds to every answer by itself. */
const ofTheConnection = ['connection', 'keep-alive', 'date']

/** The public key set, beside a bare node:http server that answers the same bytes in the same run. */
export async function measureJwks(server: Server): Promise<Figure[]> {
	const address = `${server.url.replace('localhost', '127.0.0.1')}${path}`
	const answer = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
	const head = [...answer.headers].filter(([name]) => !ofTheConnection.includes(name)).flat()
	const bare = await startBare({ head, body: await answer.text() })
	try {
		const pair = await middleOf(5, async () => ({
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

async function startBare(answer: { head: string[]; body: string }) {
	const file = new URL('bare-http.ts', import.meta.url).pathname
	// The same runtime as the server's, or its larger nursery would count as a better program.
	const child = spawn('node', [...serverFlags, file, JSON.stringify(answer)])
	child.stderr.pipe(process.stderr)
	const port = await new Promise<string>((resolve) =>
		child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
	)
	return {
		url: `http://127.0.0.1:${port}/`,
		pid: child.pid ?? 0,
		stop: () => child.kill('SIGTERM'),
	}
}
