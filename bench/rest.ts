import { spawn } from 'node:child_process'
import { anonKeyOf } from '#test/client.ts'
import type { Server } from '#test/server.ts'
import type { TestSpace } from '#test/space.ts'
import { atLeast, type Figure, plain } from './figure.ts'
import { type Load, load } from './load.ts'

/** rest/v1 against a handler written by hand for the same transaction, alternating in one run. */
export async function measureRest(server: Server, space: TestSpace): Promise<Figure[]> {
	const base = server.url.replace('localhost', '127.0.0.1')
	const { data } = await space.client.auth.getSession()
	const headers = {
		apikey: await anonKeyOf(server.url),
		authorization: `Bearer ${data.session?.access_token}`,
	}
	const ours = `${base}/rest/v1/testimonials?select=id,author_name,body,rating,status&space_id=eq.${space.spaceId}&order=submitted_at.desc&limit=10`
	const handWritten = await startHandWritten(server.dataDir)
	try {
		const pairs: { ours: Load; theirs: Load }[] = []
		for (let round = 0; round < 5; round++)
			pairs.push({
				ours: await load(ours, { connections: 16, seconds: 3, headers }),
				theirs: await load(`${handWritten.url}/?space=${space.spaceId}`, {
					connections: 16,
					seconds: 3,
					headers,
				}),
			})
		pairs.sort(
			(a, b) => a.ours.perSecond / a.theirs.perSecond - b.ours.perSecond / b.theirs.perSecond,
		)
		const middle = pairs[2]
		if (!middle) throw new Error('no rounds')
		return [
			plain('hand-written handler, 10 rows with claims', middle.theirs.perSecond, 'requests/s'),
			plain('rest/v1, the same', middle.ours.perSecond, 'requests/s'),
			plain('rest/v1, p99', middle.ours.p99, 'ms'),
			atLeast('rest/v1 / hand-written', middle.ours.perSecond / middle.theirs.perSecond, '×', 0.8),
		]
	} finally {
		handWritten.stop()
	}
}

async function startHandWritten(dataDir: string): Promise<{ url: string; stop(): void }> {
	const file = new URL('hand-written.ts', import.meta.url).pathname
	const child = spawn('node', ['--disable-warning=ExperimentalWarning', file, dataDir])
	child.stderr.pipe(process.stderr)
	const port = await new Promise<string>((resolve) =>
		child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
	)
	return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') }
}
