import { spawn } from 'node:child_process'
import { anonKeyOf } from '#test/client.ts'
import { type Server, serverFlags } from '#test/server.ts'
import type { TestSpace } from '#test/space.ts'
import { atLeast, type Figure, plain } from './figure.ts'
import { type Load, load } from './load.ts'
import { cpuOf } from './processes.ts'

/** A load, and what the process that bore it used for each request, in microseconds of processor time. */
type Cost = Load & { cpu: number }
type HandWritten = { url: string; pid: number; stop(): void }

/** rest/v1 against a handler written by hand for the same transactions, alternating in one run. */
export async function measureRest(server: Server, space: TestSpace): Promise<Figure[]> {
	const base = `${server.url.replace('localhost', '127.0.0.1')}/rest/v1`
	const { data } = await space.client.auth.getSession()
	const headers = {
		apikey: await anonKeyOf(server.url),
		authorization: `Bearer ${data.session?.access_token}`,
	}
	const id = `eq.${space.spaceId}`
	const rows = `testimonials?select=id,author_name,body,rating,status&space_id=${id}&order=submitted_at.desc&limit=10`
	const embeds = `spaces?select=id,name,forms(id,slug,testimonials(id,author_name,rating))&id=${id}&forms.testimonials.order=submitted_at.desc&forms.testimonials.limit=10`
	const handWritten = await startHandWritten(server.dataDir)
	const compare = (ours: string, theirs: string) =>
		middleOf(5, async () => ({
			ours: await costOf(`${base}/${ours}`, server.pid, headers),
			theirs: await costOf(
				`${handWritten.url}/${theirs}?space=${space.spaceId}`,
				handWritten.pid,
				headers,
			),
		}))
	try {
		const flat = await compare(rows, 'rows')
		const deep = await compare(embeds, 'embeds')
		return [
			...figuresOf('10 rows with claims', flat, 0.8),
			...figuresOf('two levels of embeds', deep, 0.6),
		]
	} finally {
		handWritten.stop()
	}
}

export type Pair = { ours: Cost; theirs: Cost }

function figuresOf(what: string, { ours, theirs }: Pair, goal: number): Figure[] {
	if (ours.failed + theirs.failed > 0) throw new Error(`${what}: not every answer was good`)
	return [
		plain(`hand-written handler, ${what}`, theirs.perSecond, 'requests/s'),
		plain('rest/v1, the same', ours.perSecond, 'requests/s'),
		plain('rest/v1, p99', ours.p99, 'ms'),
		plain('processor time of a request, hand-written', theirs.cpu, 'µs'),
		plain('processor time of a request, rest/v1', ours.cpu, 'µs'),
		atLeast('rest/v1 / hand-written', ratio({ ours, theirs }), '×', goal),
	]
}

export function ratio({ ours, theirs }: Pair): number {
	return ours.perSecond / theirs.perSecond
}

/** The pair with the middle ratio of several. */
export async function middleOf(rounds: number, once: () => Promise<Pair>): Promise<Pair> {
	const pairs: Pair[] = []
	for (let round = 0; round < rounds; round++) pairs.push(await once())
	pairs.sort((a, b) => ratio(a) - ratio(b))
	return pairs[Math.floor(rounds / 2)] as Pair
}

/** Drives a URL and reads the processor time of the process behind it. */
export async function costOf(
	url: string,
	pid: number,
	headers: Record<string, string>,
): Promise<Cost> {
	const before = await cpuOf(pid)
	const measured = await load(url, { connections: 16, seconds: 3, headers })
	const used = (await cpuOf(pid)) - before
	return { ...measured, cpu: (used * 1e6) / measured.total }
}

async function startHandWritten(dataDir: string): Promise<HandWritten> {
	const file = new URL('hand-written.ts', import.meta.url).pathname
	// The same runtime as the server's, or its larger nursery would count as a better program.
	const child = spawn('node', [...serverFlags, file, dataDir])
	child.stderr.pipe(process.stderr)
	const port = await new Promise<string>((resolve) =>
		child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
	)
	return {
		url: `http://127.0.0.1:${port}`,
		pid: child.pid ?? 0,
		stop: () => child.kill('SIGTERM'),
	}
}
