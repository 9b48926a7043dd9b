import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'

const options = { method: 'GET', headers: {}, body: null, redirect: 'manual' as const }

describe('the guarded fetch', () => {
	const hits: string[] = []
	const server = createServer((request, response) => {
		hits.push(request.url ?? '')
		if (request.url === '/large') return response.end(Buffer.alloc(1024 * 1024 + 1))
		if (request.url === '/moved') {
			response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
			return
		}
		let body = ''
		request.on('data', (chunk) => {
			body += chunk
		})
		request.on('end', () =>
			response
				.writeHead(200, { 'content-type': 'application/json' })
				.end(JSON.stringify({ method: request.method, body, type: request.headers.accept })),
		)
	})
	let port = 0
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		port = (server.address() as AddressInfo).port
	})
	afterAll(() => new Promise((resolve) => server.close(resolve)))

	it.each([
		...['http://127.0.0.1', 'http://localhost', 'http://[::1]', 'http://0.0.0.0', 'http://0'],
		...['https://127.0.0.1', 'https://localhost', 'https://[::1]', 'https://[::ffff:127.0.0.1]'],
		...['https://2130706433', 'https://0x7f.1', 'https://127.1', 'https://017700000001'],
		...['https://10.0.0.1', 'https://192.168.1.1', 'https://172.16.0.1', 'https://100.64.0.1'],
		...['https://169.254.169.254', 'https://[fe80::1]', 'https://[fd00::1]', 'https://[::]'],
		...['ftp://example.com', 'file:///etc/passwd'],
	])('the guarded fetch refuses %s', async (origin) => {
		const address = new URL(origin)
		if (address.hostname) address.port ||= String(port)
		await expect((async () => guardedFetch(false)(address.href, options))()).rejects.toThrow()
		expect(hits).toEqual([])
	})

	it.each(['https://user@example.com', 'https://:pass@example.com', 'https://user:pass@example.com'])(
		'the guarded fetch refuses the credentials of %s',
		async (address) => {
			await expect((async () => guardedFetch(false)(address, options))()).rejects.toThrow('it carries credentials')
		},
	)

	it('the guarded fetch reaches private networks when the operator allows them', async () => {
		const fetch = guardedFetch(true)
		const response = await fetch(`http://127.0.0.1:${port}/x`, {
			...options,
			method: 'POST',
			headers: { accept: 'application/json' },
			body: new URLSearchParams({ code: 'a b' }),
		})
		expect(response.status).toBe(200)
		expect(await response.json()).toEqual({
			method: 'POST',
			body: 'code=a+b',
			type: 'application/json',
		})
	})

	it('the guarded fetch follows no redirect, and reads no more than 1 MiB', async () => {
		const fetch = guardedFetch(true)
		const moved = await fetch(`http://127.0.0.1:${port}/moved`, options)
		expect(moved.status).toBe(302)
		await expect(fetch(`http://127.0.0.1:${port}/large`, options)).rejects.toThrow('1 MiB')
	})

	it('the guarded fetch stops when its signal is aborted', async () => {
		const signal = AbortSignal.abort(new Error('enough'))
		await expect(guardedFetch(true)(`http://127.0.0.1:${port}/x`, { ...options, signal })).rejects.toThrow()
	})
})
