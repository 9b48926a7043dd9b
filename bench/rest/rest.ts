import { startHandWritten } from '#bench/baselines/baselines.ts'
import { atLeast, type Figure, plain } from '#bench/figure.ts'
import { type Load, load, medianPair, type Pair, ratio } from '#bench/load.ts'
import { cpuOf } from '#bench/processes.ts'
import { fetchAnonKey } from '#test/support/official-client.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'

/** A load figure with the CPU time per request of the measured process, in microseconds. */
type Cost = Load & { cpu: number }

/** Compares rest/v1 with a hand-written handler for the same transactions, alternating in one run. */
export async function measureRest(server: Server, space: TestSpace): Promise<Figure[]> {
	const base = `${server.url.replace('localhost', '127.0.0.1')}/rest/v1`
	const headers = await memberHeaders(server, space)
	const id = `eq.${space.spaceId}`
	const rows = `testimonials?select=id,author_name,body,rating,status&space_id=${id}&order=submitted_at.desc&limit=10`
	const embeds = `spaces?select=id,name,forms(id,slug,testimonials(id,author_name,rating))&id=${id}&forms.testimonials.order=submitted_at.desc&forms.testimonials.limit=10`
	const handWritten = await startHandWritten(server.dataDir)
	const compare = (ours: string, theirs: string) =>
		medianPair(5, async () => ({
			ours: await costOf(`${base}/${ours}`, server.pid, headers),
			theirs: await costOf(`${handWritten.url}/${theirs}?of=${space.spaceId}`, handWritten.pid, headers),
		}))
	try {
		const flat = await compare(rows, 'rows')
		const deep = await compare(embeds, 'embeds')
		return [...figuresOf('10 rows with claims', flat, 0.85), ...figuresOf('two levels of embeds', deep, 0.6)]
	} finally {
		handWritten.stop()
	}
}

/** The headers of the app of a space's owner. */
export async function memberHeaders(server: Server, { client }: TestSpace) {
	const { data } = await client.auth.getSession()
	return { apikey: await fetchAnonKey(server.url), authorization: `Bearer ${data.session?.access_token}` }
}

function figuresOf(what: string, { ours, theirs }: Pair<Cost>, goal: number): Figure[] {
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

/** Drives a URL and reads the CPU time of the process behind it. */
export async function costOf(url: string, pid: number, headers: Record<string, string>): Promise<Cost> {
	const before = await cpuOf(pid)
	const measured = await load(url, { connections: 16, seconds: 3, headers })
	const used = (await cpuOf(pid)) - before
	return { ...measured, cpu: (used * 1e6) / measured.total }
}
