import type { Server } from '#test/support/server-process.ts'
import { answerOf, startBare, startHandWritten } from './baselines/baselines.ts'
import { startNginx } from './baselines/nginx.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { load, median, medianPair, ratio } from './load.ts'
import { cpuOf, pin, unpin } from './processes.ts'

/**
 * Compares the cached public wall with bare node:http, and for information with nginx, serving the same bytes on the
 * same processor.
 */
export async function measureWall(server: Server, slug: string, largeSlug: string): Promise<Figure[]> {
	const url = `${server.url.replace('localhost', '127.0.0.1')}/w/${slug}`
	const answer = await answerOf(url)
	const etag = answer.head[answer.head.indexOf('etag') + 1] ?? ''
	const body = Buffer.from(answer.body)
	const bare = await startBare(answer)
	const nginx = await startNginx(body, 'text/html')
	for (const { pid } of [server, bare, nginx]) await pin(pid, 0)
	const costOf = async (address: string, pid: number) => {
		const before = await cpuOf(pid)
		const measured = await load(address, { cpu: 1, seconds: 3 })
		return { ...measured, cpu: ((await cpuOf(pid)) - before) / measured.total }
	}
	try {
		const middle = await medianPair(5, async () => ({
			ours: await costOf(url, server.pid),
			theirs: await costOf(bare.url, bare.pid),
			nginx: await load(nginx.url, { cpu: 1, seconds: 3 }),
		}))
		const unchanged = await median(3, () => load(url, { cpu: 1, seconds: 2, headers: { 'if-none-match': etag } }))
		const large = await median(3, () => load(url.replace(slug, largeSlug), { cpu: 1, seconds: 2 }))
		return [
			plain('bytes of the page, uncompressed', body.length, 'bytes'),
			plain('bare node:http, same bytes, one processor', middle.theirs.perSecond, 'requests/s'),
			plain('cached wall, one processor', middle.ours.perSecond, 'requests/s'),
			atLeast('cached wall / bare node:http', ratio(middle), '×', 0.85),
			plain('cached wall / nginx', middle.ours.perSecond / middle.nginx.perSecond, '×'),
			plain('CPU of a cached request', middle.ours.cpu * 1e6, 'µs'),
			atMost('the same / bare node:http', middle.ours.cpu / middle.theirs.cpu, '×', 1.2),
			plain('304 on ETag', unchanged.perSecond, 'requests/s'),
			plain('first page of a wall of 10,000, cached', large.perSecond, 'requests/s'),
			atMost('failed', middle.ours.failed + unchanged.failed + large.failed, 'requests', 0),
		]
	} finally {
		bare.stop()
		await nginx.stop()
		await unpin(server.pid)
	}
}

/** Measures the same wall with an empty cache: every request reads the database and renders. */
export async function measureUncachedWall(server: Server, slug: string, largeSlug: string): Promise<Figure[]> {
	const base = `${server.url.replace('localhost', '127.0.0.1')}/functions/v1/wall?slug=`
	const headers = { 'cache-control': 'no-cache' }
	const handWritten = await startHandWritten(server.dataDir)
	try {
		const small = await medianPair(3, async () => ({
			ours: await load(base + slug, { seconds: 3, headers }),
			theirs: await load(`${handWritten.url}/wall?of=${slug}`, { seconds: 3 }),
		}))
		const large = await median(3, () => load(base + largeSlug, { seconds: 3, headers }))
		const failed = small.ours.failed + small.theirs.failed + large.failed
		return [
			plain('hand-written handler, the rows of a wall of 50', small.theirs.perSecond, 'requests/s'),
			plain('uncached wall of 50 (JSON)', small.ours.perSecond, 'requests/s'),
			atLeast('uncached wall of 50 / hand-written', ratio(small), '×', 0.35),
			plain('uncached wall of 50, p99', small.ours.p99, 'ms'),
			plain('uncached first page of 10,000', large.perSecond, 'requests/s'),
			plain('uncached first page of 10,000, p99', large.p99, 'ms'),
			atMost('failed', failed, 'requests', 0),
		]
	} finally {
		handWritten.stop()
	}
}
