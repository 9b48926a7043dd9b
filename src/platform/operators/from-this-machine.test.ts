import { expect, it } from 'vitest'
import { isFromThisMachine } from './from-this-machine.ts'

const site = 'http://localhost:3000'
const request = (headers: Record<string, string> = {}, ip = '127.0.0.1') => {
	const all: Record<string, string> = { host: 'localhost:3000', ...headers }
	return { headers: all, header: (name: string) => all[name], ip }
}

it.each<[string, Parameters<typeof request>]>([
	['a program without an Origin', [{}]],
	['a page of this server', [{ origin: site, 'sec-fetch-site': 'same-origin' }]],
	['the IPv6 loopback address', [{ host: '[::1]:3000', origin: 'http://[::1]:3000' }, '::1']],
	['another loopback address', [{ host: '127.0.0.1:3000' }, '127.0.0.53']],
	['the information that the official client sends', [{ 'x-client-info': 'supabase-js-web/2.119.0' }]],
])('a request of this machine is recognised: %s', (_, given) => {
	expect(isFromThisMachine(request(...given), site)).toBe(true)
})

const headers = ['forwarded', 'forwarded-for', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']
headers.push('x-forwarded', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'x-original-forwarded-for', 'client-ip')
headers.push('true-client-ip', 'cf-connecting-ip', 'cf-ray', 'cdn-loop', 'fastly-client-ip', 'fly-client-ip')
headers.push('x-envoy-external-address', 'x-amzn-trace-id', 'x-vercel-forwarded-for', 'tailscale-user-login')

it.each(headers)('a request with the header %s came through a proxy, whatever its value', (name) => {
	for (const value of ['127.0.0.1', 'x', '']) expect(isFromThisMachine(request({ [name]: value }), site)).toBe(false)
})

it.each<[string, Parameters<typeof request>]>([
	['another machine', [{}, '192.168.1.20']],
	['another machine over IPv6', [{}, 'fe80::1']],
	['an address that only begins like loopback', [{}, '127.0.0.1.example.test']],
	['a page of another site', [{ origin: 'https://evil.example' }]],
	['a page of another port of this machine', [{ origin: 'http://localhost:8080' }]],
	['a page without an origin', [{ origin: 'null' }]],
	['a request across sites', [{ 'sec-fetch-site': 'cross-site' }]],
	['a name that was rebound to loopback', [{ host: 'evil.example:3000', origin: 'http://evil.example:3000' }]],
	['a name that only begins like loopback', [{ host: 'localhost.evil.example' }]],
	['no Host', [{ host: '' }]],
	['a Host that is no name', [{ host: '[' }]],
])('a request from elsewhere is refused: %s', (_, given) => {
	expect(isFromThisMachine(request(...given), site)).toBe(false)
})

it('a server with a public address has no request of this machine, because its proxy may add no header', () => {
	expect(isFromThisMachine(request(), 'https://praise.example.com')).toBe(false)
})
