import type { Server } from '#test/server.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { type Load, load, median } from './load.ts'
import { startNginx } from './nginx.ts'
import { cpuOf, pin, unpin } from './processes.ts'

/** The public wall from ready bytes, against nginx with the same bytes on the same processor in the same run. */
export async function measureWall(
	server: Server,
	slug: string,
	largeSlug: string,
): Promise<Figure[]> {
	const url = `${server.url.replace('localhost', '127.0.0.1')}/w/${slug}`
	const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
	const etag = response.headers.get('etag') ?? ''
	const body = new Uint8Array(await response.arrayBuffer())
	const nginx = await startNginx(body, 'text/html')
	await pin(server.pid, 0)
	await pin(nginx.pid, 0)
	try {
		const pairs: { ours: Load; theirs: Load; cpu: number }[] = []
		for (let round = 0; round < 5; round++) {
			const before = await cpuOf(server.pid)
			const ours = await load(url, { cpu: 1, seconds: 3 })
			const cpu = ((await cpuOf(server.pid)) - before) / ours.total
			pairs.push({ ours, cpu, theirs: await load(nginx.url, { cpu: 1, seconds: 3 }) })
		}
		pairs.sort(
			(a, b) => a.ours.perSecond / a.theirs.perSecond - b.ours.perSecond / b.theirs.perSecond,
		)
		const middle = pairs[2]
		if (!middle) throw new Error('no rounds')
		const unchanged = await median(3, () =>
			load(url, { cpu: 1, seconds: 2, headers: { 'if-none-match': etag } }),
		)
		const large = await median(3, () => load(url.replace(slug, largeSlug), { cpu: 1, seconds: 2 }))
		return [
			plain('bytes of the page, uncompressed', body.length, 'bytes'),
			plain('nginx static, same bytes, one processor', middle.theirs.perSecond, 'requests/s'),
			plain('cached wall, one processor', middle.ours.perSecond, 'requests/s'),
			atLeast('cached wall / nginx', middle.ours.perSecond / middle.theirs.perSecond, '×', 0.4),
			atMost('CPU of a cached request', middle.cpu * 1000, 'ms', 0.05),
			plain('304 on ETag', unchanged.perSecond, 'requests/s'),
			plain('first page of a wall of 10,000, cached', large.perSecond, 'requests/s'),
			atMost('failed', middle.ours.failed + unchanged.failed + large.failed, 'requests', 0),
		]
	} finally {
		await nginx.stop()
		await unpin(server.pid)
	}
}

/** The same wall when nothing is cached: every request reads the database and renders. */
export async function measureUncachedWall(
	server: Server,
	slug: string,
	largeSlug: string,
): Promise<Figure[]> {
	const base = server.url.replace('localhost', '127.0.0.1')
	const small = await median(3, () =>
		load(`${base}/functions/v1/wall?slug=${slug}`, {
			seconds: 3,
			headers: { 'cache-control': 'no-cache' },
		}),
	)
	const large = await median(3, () =>
		load(`${base}/functions/v1/wall?slug=${largeSlug}`, {
			seconds: 3,
			headers: { 'cache-control': 'no-cache' },
		}),
	)
	return [
		atLeast('uncached wall of 50 (JSON)', small.perSecond, 'requests/s', 2500),
		plain('uncached wall of 50, p99', small.p99, 'ms'),
		plain('uncached first page of 10,000', large.perSecond, 'requests/s'),
		plain('uncached first page of 10,000, p99', large.p99, 'ms'),
	]
}
