import assert from 'node:assert/strict'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'
import { freePort, startNginx } from './nginx-cdn/nginx.ts'
import { openPurgeServer } from './nginx-cdn/purge-server.ts'

/**
 * Puts nginx with `proxy_cache` in front of the server, and checks what it keeps, what it never stores, and how long words stay after a
 * withdrawal and an erasure. Run: `node tools/nginx-cdn.ts`, with nginx installed and after `npm run build`.
 */
const token = 'a-token-of-the-nginx-trial'
const words = 'Words that will be withdrawn.'
const erased = 'Words that will be erased.'
const origin = `http://127.0.0.1:${await freePort()}`
let server: Server | undefined
let hook: Awaited<ReturnType<typeof openPurgeServer>> | undefined
const nginx = await startNginx(async ({ cache, url }) => {
	hook = await openPurgeServer({ folder: cache, token })
	server = await startServer({
		RATE_LIMITS: 'off',
		PORT: new URL(origin).port,
		SITE_URL: url,
		CDN_PURGE_URL: `http://127.0.0.1:${hook.port}/purge`,
		CDN_PURGE_TOKEN: token,
	})
	return { url: origin }
})
try {
	console.log(JSON.stringify(await measure(), null, '\t'))
} finally {
	await nginx.stop()
	await server?.stop()
	await hook?.close()
}

async function measure() {
	const space = await makeSpace(origin)
	const publish = async (body: string) => {
		const { id, receipt_url } = await submitTestimonial(origin, space, { body })
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
		return { id, receipt: receipt_url.split('/').at(-1) ?? '' }
	}
	const one = await publish(words)
	const two = await publish(erased)
	const wall = `/w/${space.slug}`
	const embed = `/embed/${space.wallId}`
	const paths = [
		wall,
		`${embed}.js`,
		`${embed}.html`,
		embed,
		`/p/${one.id}`,
		`/p/${two.id}`,
		`${wall}/feed.atom`,
		`${wall}/card.png`,
	]
	await until('the purges of the publications are over', async () => (await cacheOf(wall)) === 'HIT')

	// With credentials first: nothing of these may be stored.
	await until('a page without credentials is fetched', () => isNeverStored(embed))
	const hits = { requests: 0, HIT: 0, MISS: 0 }
	for (let round = 0; round < 50; round++)
		for (const path of paths) {
			hits.requests++
			const state = await cacheOf(path)
			if (state === 'HIT' || state === 'MISS') hits[state]++
		}
	assert.equal(await cacheOf(`/collect/${space.slug}`), 'MISS')
	assert.equal(await cacheOf(`/collect/${space.slug}`), 'MISS')

	const withdrawn = await change(paths, words, () => receipt(one.receipt, 'PATCH', { withdrawn: true }))
	const erasedAfter = await change(paths, erased, () => receipt(two.receipt, 'DELETE'))
	await cacheOf(wall)
	assert.equal(await cacheOf(wall), 'HIT')
	return { hits, withdrawnEverywhereAfterMs: withdrawn, erasedEverywhereAfterMs: erasedAfter }

	async function receipt(key: string, method: string, body?: object) {
		const answer = await fetch(`${origin}/functions/v1/receipt`, {
			method,
			headers: { 'receipt-token': key, 'content-type': 'application/json' },
			...(body ? { body: JSON.stringify(body) } : {}),
		})
		assert.ok(answer.ok, `the receipt answered ${answer.status}`)
	}
}

/** Milliseconds until no path shows the words, with steady requests by other visitors. */
async function change(paths: string[], text: string, act: () => Promise<void>): Promise<number> {
	const shows = async () => (await Promise.all(paths.map((path) => textOf(path)))).some((page) => page.includes(text))
	assert.ok(await shows())
	await act()
	const since = performance.now()
	await until('the words are gone', async () => !(await shows()))
	return Math.round(performance.now() - since)
}

/** Requests with a cookie and with Authorization, on fresh addresses, are followed by a request that nginx must fetch. */
async function isNeverStored(path: string): Promise<boolean> {
	for (const [language, headers] of [
		['de', { cookie: 'visit=1' }],
		['fr', { authorization: 'Bearer x' }],
	] as const) {
		const address = `${path}.js?lang=${language}`
		await cacheOf(address, headers)
		await cacheOf(address, headers)
		assert.equal(await cacheOf(address), 'MISS', `${Object.keys(headers)} led to a stored answer`)
		assert.equal(await cacheOf(address), 'HIT')
	}
	return true
}

async function cacheOf(path: string, headers: Record<string, string> = {}): Promise<string | null> {
	const answer = await fetch(nginx.url + path, { headers })
	await answer.arrayBuffer()
	assert.equal(answer.headers.get('surrogate-key'), null)
	return answer.headers.get('x-cache')
}

async function textOf(path: string): Promise<string> {
	return (await fetch(nginx.url + path)).text()
}

async function until(what: string, isMet: () => Promise<boolean>): Promise<void> {
	const end = Date.now() + 20_000
	while (!(await isMet())) {
		if (Date.now() > end) throw new Error(`In 20 s it did not happen that ${what}.`)
		await new Promise((resolve) => setTimeout(resolve, 20))
	}
}
