import type { Server } from '#test/support/server-process.ts'
import { answerOf } from './baselines/baselines.ts'
import { atLeast, atMost, type Figure, plain, quantile } from './figure.ts'
import { load, median, medianPair, ratio } from './load.ts'
import { cpuOf, cpuOfChildren, pin, unpin } from './processes.ts'

/**
 * Compares cached feeds and pages of one testimonial with the cached wall of the same run, and measures cards: drawn, and from
 * the cache.
 */
export async function measureSharing(server: Server, slug: string): Promise<Figure[]> {
	const base = server.url.replace('localhost', '127.0.0.1')
	const ids = await listed(`${base}/w/${slug}`)
	const [first = ''] = ids
	const cards = await measureCards(server, base, ids)
	await pin(server.pid, 0)
	try {
		const wall = `${base}/w/${slug}`
		const figures: Figure[] = []
		for (const [name, path] of [
			['page of one testimonial', `/p/${first}`],
			['Atom feed', `/w/${slug}/feed.atom`],
			['JSON feed', `/w/${slug}/feed.json`],
		]) {
			const answer = await answerOf(`${base}${path}`)
			const pair = await medianPair(3, async () => ({
				ours: await load(`${base}${path}`, { cpu: 1, seconds: 2 }),
				theirs: await load(wall, { cpu: 1, seconds: 2 }),
			}))
			figures.push(
				plain(`${name}, uncompressed`, answer.body.length, 'bytes'),
				plain(`cached ${name}, one processor`, pair.ours.perSecond, 'requests/s'),
				atLeast(`cached ${name} / cached wall`, ratio(pair), '×', 0.9),
				atMost(`failed, ${name}`, pair.ours.failed, 'requests', 0),
			)
		}
		const card = await median(3, () => load(`${base}/p/${first}/card.png`, { cpu: 1, seconds: 2 }))
		return [
			...cards,
			plain('cached card, one processor', card.perSecond, 'requests/s'),
			atMost('failed, card', card.failed, 'requests', 0),
			...figures,
		]
	} finally {
		await unpin(server.pid)
	}
}

async function listed(wall: string): Promise<string[]> {
	const html = await (await fetch(wall)).text()
	return [...new Set([...html.matchAll(/ id="t-([0-9a-f-]{36})"/g)].map(([, id = '']) => id))]
}

/** Cards in turn, none of which was drawn before; the first one also starts the process that draws. */
async function measureCards({ pid }: Server, base: string, ids: readonly string[]): Promise<Figure[]> {
	const costOf = async (path: string) => {
		const before = (await cpuOf(pid)) + (await cpuOfChildren(pid))
		const begun = performance.now()
		const bytes = (await (await fetch(base + path)).arrayBuffer()).byteLength
		const milliseconds = performance.now() - begun
		const cpu = ((await cpuOf(pid)) + (await cpuOfChildren(pid)) - before) * 1000
		return { bytes, milliseconds, cpu }
	}
	const first = await costOf(`/p/${ids[0]}/card.png`)
	const costs: (typeof first)[] = []
	for (const id of ids.slice(1)) costs.push(await costOf(`/p/${id}/card.png`))
	const middle = (name: keyof typeof first) =>
		quantile(
			costs.map((cost) => cost[name]),
			0.5,
		)
	return [
		plain('first card of a process, with its start', first.milliseconds, 'ms'),
		plain('card drawn, median', middle('milliseconds'), 'ms'),
		// The kernel counts in steps of 10 ms.
		atMost('CPU of a drawn card, median', middle('cpu'), 'ms', 150),
		plain('CPU of a drawn card, largest', Math.max(0, ...costs.map(({ cpu }) => cpu)), 'ms'),
		plain('bytes of a card, median', middle('bytes'), 'bytes'),
	]
}
