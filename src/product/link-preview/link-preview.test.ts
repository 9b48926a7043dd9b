import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage } from '#product/web-pages/read-page.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const at = new URL('https://www.praise.example/p/1')
const page = (...data: unknown[]) =>
	`<html><head><title>A page &amp; more</title><meta property="og:site_name" content="Praise"><meta property="og:title" content="Six that know each other">
	<meta property="og:description" content="A description."><meta name="author" content="The editor"><meta property="og:image" content="/cover.jpg">
	${data.map((one) => `<script type="application/ld+json">${typeof one === 'string' ? one : JSON.stringify(one)}</script>`).join('\n')}</head><body>x</body></html>`
const review = {
	'@type': 'Review',
	author: { '@type': 'Person', name: 'Ines Duarte', image: '/ines.jpg' },
	reviewBody: 'The handle sits <b>right</b>.\r\nI came back.',
	reviewRating: { '@type': 'Rating', ratingValue: '8', bestRating: 10 },
	datePublished: '2025-03-14T10:00:00Z',
}
const found = {
	title: 'Six that know each other',
	text: 'The handle sits <b>right</b>.\nI came back.',
	name: 'Ines Duarte',
	rating: 4,
	said_on: '2025-03-14',
	picture: 'https://www.praise.example/ines.jpg',
	portrait: 'https://www.praise.example/ines.jpg',
	site: 'Praise',
}

describe('A page that is read for a quotation', () => {
	it.each([
		['alone', review],
		['in a list', [{ '@type': 'WebPage' }, review]],
		['in a graph', { '@context': 'https://schema.org', '@graph': [{ '@type': 'Organization' }, review] }],
		['of a product', { '@type': 'Product', review: [review] }],
		[
			'with several types',
			{
				...review,
				'@type': ['Thing', 'https://schema.org/UserReview'],
				author: [{ name: 'Ines Duarte', image: { url: '/ines.jpg' } }],
			},
		],
	])('a page with a schema.org review %s gives its words, name, stars, date and picture', (_, data) => {
		expect(readPage(page('{ not JSON', data), at)).toEqual(found)
	})

	it('a page without a review gives what OpenGraph says, and one with nothing gives nothing but its site', () => {
		expect(readPage(page(), at)).toEqual({
			...found,
			text: 'A description.',
			name: 'The editor',
			rating: null,
			said_on: null,
			picture: 'https://www.praise.example/cover.jpg',
			portrait: null,
		})
		const nothing = { title: null, text: null, name: null, rating: null, said_on: null, picture: null, portrait: null }
		expect(readPage('', at)).toEqual({ ...nothing, site: 'praise.example' })
		expect(readPage(`<script type="application/ld+json">${'['.repeat(100_000)}`, at)).toEqual({
			...nothing,
			site: 'praise.example',
		})
	})

	it('no rating, date, picture or part of the words is made up', () => {
		const read = (more: object) => readPage(page({ ...review, ...more }), at)
		expect(read({ reviewRating: { ratingValue: 4.5 } }).rating).toBeNull()
		expect(read({ reviewRating: { ratingValue: 7 } }).rating).toBeNull()
		expect(read({ datePublished: '3000-01-01' }).said_on).toBeNull()
		expect(read({ datePublished: '2025-02-31' }).said_on).toBeNull()
		expect(read({ reviewBody: 'x'.repeat(5001) }).text).toBeNull()
		expect(read({ author: { name: 'A', image: 'javascript:alert(1)' } }).portrait).toBeNull()
	})
})

describe('The preview of a link', () => {
	const servers: Server[] = []
	let app: TestApp
	let token: string
	const listen = async (answer: RequestListener) => {
		const server = createServer(answer)
		servers.push(server)
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	}
	const preview = async (url: unknown) => {
		const response = await app.fetch(`${app.url}/functions/v1/link-preview`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ url }),
		})
		const body = await response.json()
		return response.status === 200 ? body : [response.status, body.error.fields?.url]
	}
	beforeAll(async () => {
		app = await createTestApp({ IMPORT_ALLOW_PRIVATE: 'on' })
		token = (await app.person()).token
	})
	afterAll(async () => {
		for (const server of servers) {
			server.closeAllConnections()
			server.close()
		}
		await app.close()
	})

	it('the preview of a link reads the page of the last redirect in its own encoding, its first megabyte only, and the picture of its author', async () => {
		const portrait = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#a06030' } })
			.jpeg()
			.toBuffer()
		const url = await listen((request, response) => {
			if (request.url === '/') return response.writeHead(302, { location: '/final' }).end()
			if (request.url === '/ines.jpg') return response.end(portrait)
			response.setHeader('content-type', 'text/html; charset=iso-8859-1')
			response.write(Buffer.from(page(review).replace('Ines Duarte', 'Inés Duarte'), 'latin1'))
			const more = () => {
				while (!response.destroyed && response.write('x'.repeat(65_536)));
			}
			response.on('drain', more)
			more()
		})
		expect(await preview(url)).toMatchObject({ url, name: 'Inés Duarte', rating: 4, picture: `${url}/ines.jpg` })
		const { portrait: data } = await preview(url)
		const [, type, base64] = /^data:(.+);base64,(.+)$/.exec(data) ?? []
		expect([type, (await sharp(Buffer.from(base64 ?? '', 'base64')).metadata()).width]).toEqual(['image/jpeg', 512])
	})

	it('the preview of a link says why a page is not read', async () => {
		const url = await listen((request, response) => {
			if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end()
			if (request.url === '/file') return response.writeHead(302, { location: 'file:///etc/passwd' }).end()
			response.writeHead(404).end('secret')
		})
		expect(await preview(`${url}/missing`)).toEqual([422, 'The server answered 404.'])
		expect(await preview(`${url}/loop`)).toEqual([422, 'It leads from address to address, more than 5 times.'])
		expect(await preview(`${url}/file`)).toEqual([422, 'This is not a web address.'])
		for (const bad of ['', 'ftp://a.example', 'https://a:b@c.example', 5])
			expect(await preview(bad)).toEqual([422, 'Write the whole address, for example https://harbour.org.'])
	})

	it('the preview of a link is made sixty times an hour for one member', async () => {
		const limited = await createTestApp({ IMPORT_ALLOW_PRIVATE: 'on', RATE_LIMITS: 'on' })
		try {
			const url = await listen((_, response) => response.setHeader('content-type', 'text/plain').end())
			const { client } = await limited.person()
			const read = async () =>
				(await client.functions.invoke('link-preview', { body: { url } })).error?.context.status ?? 200
			const statuses: number[] = []
			for (let at = 0; at < 61; at++) statuses.push(await read())
			expect(statuses).toEqual([...Array(60).fill(200), 429])
		} finally {
			await limited.close()
		}
	})
})
