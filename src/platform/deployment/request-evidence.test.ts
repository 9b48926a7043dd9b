import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import type { FindingCode } from './findings.ts'
import { createRequestEvidence, type Observed } from './request-evidence.ts'

type Settings = { SITE_URL: string; TRUSTED_PROXIES: string[] }
type Given = { headers?: Record<string, string>; peer?: string; path?: string; status?: number; times?: number }

const site = { SITE_URL: 'https://praise.example.com', TRUSTED_PROXIES: ['127.0.0.1'] }
const direct = { ...site, TRUSTED_PROXIES: [] }
const host = 'praise.example.com'
/** As nginx sends it with the settings of docs/self-hosting.md. */
const proxied = { host, 'x-forwarded-for': '198.51.100.7' }

/** The findings after some requests, in their order. */
function after(settings: Settings, ...requests: Given[]): FindingCode[] {
	const evidence = createRequestEvidence(settings, () => {})
	for (const { headers = proxied, peer = '127.0.0.1', path = '/w/:slug', status = 200, times = 60 } of requests)
		for (let at = 0; at < times; at++) evidence.observe(request(headers, peer, at), path, status)
	return evidence.codes()
}

/** A star stands for another value in each request. */
function request(headers: Record<string, string>, peer: string, at: number): Observed {
	const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('*', `${at}`)]))
	return { headers: own, socket: { remoteAddress: peer.replace('*', `${at % 200}`) } } as IncomingMessage
}

it('a deployment as the documents describe it has no findings', () => {
	expect(after(site, {})).toEqual([])
	expect(after(direct, { headers: { host }, peer: '198.51.100.*' })).toEqual([])
})

it.each([
	['x-forwarded-for', '198.51.100.*'],
	['forwarded', 'for=198.51.100.*'],
	['x-real-ip', '198.51.100.*'],
	['cf-connecting-ip', '198.51.100.*'],
	['true-client-ip', '198.51.100.*'],
	['fastly-client-ip', '198.51.100.*'],
])('a proxy that sends %s and is not in TRUSTED_PROXIES is found', (name, value) => {
	for (const peer of ['127.0.0.1', '::1', '::ffff:172.18.0.2', '10.0.0.4', 'fd00::4'])
		expect(after(direct, { headers: { host, [name]: value }, peer }), peer).toEqual(['proxy_not_trusted'])
})

it('a proxy outside of the networks in TRUSTED_PROXIES is found', () => {
	expect(after({ ...site, TRUSTED_PROXIES: ['10.0.0.0/8'] }, { peer: '172.18.0.2' })).toEqual(['proxy_not_trusted'])
})

it('49 requests are no evidence, and 50 are', () => {
	expect(after(direct, { times: 49 })).toEqual([])
	expect(after(direct, { times: 50 })).toEqual(['proxy_not_trusted'])
})

it('a CDN that reaches the server itself is found by its many addresses, and one stranger who forges its header is not', () => {
	const headers = { host, 'cf-connecting-ip': '198.51.100.*' }
	expect(after(direct, { headers, peer: '203.0.113.*' })).toEqual(['proxy_not_trusted'])
	expect(after(direct, { headers, peer: '203.0.113.9', times: 5000 })).toEqual([])
})

it('a stranger who forges headers among other visitors raises nothing', () => {
	const forged = { host, 'x-forwarded-for': '*', 'x-forwarded-proto': 'http', 'cf-connecting-ip': '192.0.2.*' }
	// Behind the NAT of a container engine, all visitors come from one private address.
	const nat = { peer: '172.17.0.1' }
	const visitors = { ...nat, headers: { host }, times: 10 }
	const plain = { SITE_URL: 'http://praise.example.com', TRUSTED_PROXIES: [] }
	expect(after(plain, visitors, { ...nat, headers: forged, times: 60 }, visitors)).toEqual([])
	// Behind a proxy, the forged hop stands left of the real one.
	const kept = { ...forged, 'x-forwarded-for': '10.1.1.1, 198.51.100.7' }
	expect(after(site, { times: 20 }, { headers: kept, times: 80 })).toEqual([])
})

it('a proxy that sends no X-Forwarded-For is found, and a program on the machine beside it hides nothing', () => {
	expect(after(site, { headers: { host } })).toEqual(['proxy_hides_visitors'])
	expect(after(direct, { headers: { host } })).toEqual(['proxy_hides_visitors'])
	expect(after(site, { headers: { host, 'x-real-ip': '198.51.100.*' } })).toEqual(['proxy_hides_visitors'])
	const probes = ['/health', '/ready', '/metrics'].map((path) => ({ path, headers: { host: '10.0.0.1' }, times: 500 }))
	expect(after(site, { headers: { host } }, ...probes)).toEqual(['proxy_hides_visitors'])
	expect(after(site, ...probes)).toEqual([])
})

it('a CDN in front of a trusted proxy is found while the addresses of its machines count as visitors', () => {
	const headers = { host, 'x-forwarded-for': '198.51.100.*, 172.71.3.4', 'cf-connecting-ip': '198.51.100.*' }
	expect(after(site, { headers })).toEqual(['cdn_not_trusted'])
	expect(after({ ...site, TRUSTED_PROXIES: ['127.0.0.1', '172.64.0.0/13'] }, { headers })).toEqual([])
})

it.each([
	['a proxy that passes its own host', '127.0.0.1:3000'],
	['a SITE_URL with another name', 'www.praise.example.com'],
	['a private address', '192.168.1.5:3000'],
])('%s is found', (_, other) => {
	expect(after(site, { headers: { ...proxied, host: other } })).toEqual(['host_differs'])
})

it('a Host with the port, in capitals or with a final dot is that of SITE_URL', () => {
	for (const same of ['praise.example.com:443', 'PRAISE.example.com', 'praise.example.com.', 'praise.example.com:3000'])
		expect(after(site, { headers: { ...proxied, host: same } })).toEqual([])
	const local = { SITE_URL: 'http://localhost:3000', TRUSTED_PROXIES: [] }
	for (const same of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'shop.localhost:3000'])
		expect(after(local, { headers: { host: same } })).toEqual([])
})

it('scans with odd hosts neither raise nor hide that visitors use another host', () => {
	const scans = [
		{ headers: { ...proxied, host: 'host-*.test' }, times: 400 },
		{ headers: { ...proxied, host: '203.0.113.80' }, times: 400 },
		{ headers: { ...proxied, host: '[2001:db8::1]:80' }, times: 400 },
		{ headers: { ...proxied, host: 'formerly-here.test' }, status: 404, times: 400 },
	]
	expect(after(site, ...scans)).toEqual([])
	expect(after(site, { times: 100 }, ...scans)).toEqual([])
	const wrong = { headers: { ...proxied, host: 'www.praise.example.com' }, times: 1000 }
	expect(after(site, wrong)).toEqual(['host_differs'])
	const few = scans.map((scan) => ({ ...scan, times: 30 }))
	expect(after(site, ...few, wrong, ...few)).toEqual(['host_differs'])
	// A stranger who knows the right name sends it now and then.
	expect(after(site, wrong, { times: 3 }, wrong)).toEqual(['host_differs'])
})

it('the scheme of visitors is compared with that of SITE_URL', () => {
	const by = (scheme: string) => ({ headers: { ...proxied, 'x-forwarded-proto': scheme } })
	const http = { ...site, SITE_URL: 'http://praise.example.com' }
	expect(after(http, by('https'))).toEqual(['site_url_http'])
	expect(after(http, by('https, http'))).toEqual(['site_url_http'])
	expect(after(http, by('http'))).toEqual([])
	expect(after(site, by('http'))).toEqual(['visits_by_http'])
	expect(after(site, by('https'))).toEqual([])
	// A stranger who reaches the server itself sends what it likes.
	expect(after({ ...http, TRUSTED_PROXIES: [] }, { ...by('https'), peer: '203.0.113.*' })).not.toContain(
		'site_url_http',
	)
})

it('a finding ends when most requests no longer show it, and each change is told once', () => {
	const told: FindingCode[][] = []
	const evidence = createRequestEvidence(direct, (codes) => told.push([...codes]))
	const send = (headers: Record<string, string>, peer: string, times: number) => {
		for (let at = 0; at < times; at++) evidence.observe(request(headers, peer, at), '/w/:slug', 200)
	}
	send(proxied, '127.0.0.1', 2000)
	send({ host }, '198.51.100.*', 6000)
	expect(told).toEqual([['proxy_not_trusted'], []])
})

it('values that no program sends are counted without an error', () => {
	const odd = ['', ' ', ',', '['.repeat(5000), '%00', 'a'.repeat(16_000), '::', '999.1.1.1', ','.repeat(8000)]
	for (const value of odd) {
		const headers = {
			host: value,
			'x-forwarded-for': value,
			forwarded: value,
			'cf-connecting-ip': value,
			'x-forwarded-proto': value,
		}
		for (const peer of ['127.0.0.1', '203.0.113.9', 'fe80::1%eth0', ''])
			for (const settings of [site, direct]) expect(() => after(settings, { headers, peer })).not.toThrow()
	}
	const evidence = createRequestEvidence(direct, () => {})
	const gone = { headers: {}, socket: {} } as IncomingMessage
	for (let at = 0; at < 60; at++) evidence.observe(gone, '/', 400)
	expect(evidence.codes()).toEqual([])
})
