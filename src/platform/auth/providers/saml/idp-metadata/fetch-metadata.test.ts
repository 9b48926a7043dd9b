import { generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSigningCertificate } from '#platform/auth/providers/saml/service-provider/signing-certificate.ts'
import { isPublicAddress } from '#platform/http/public-address.ts'
import { readConfig } from '#server/settings.ts'
import { fetchMetadata } from './fetch-metadata.ts'

const strict = readConfig({}).config
const lenient = readConfig({ SAML_ALLOW_PRIVATE_METADATA: 'on' }).config
const open: Server[] = []

async function listen(server: Server): Promise<number> {
	open.push(server)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return (server.address() as AddressInfo).port
}
const serve = (answer: RequestListener) => listen(createServer(answer))
afterAll(() => {
	for (const server of open) {
		if ('closeAllConnections' in server) (server as never as { closeAllConnections(): void }).closeAllConnections()
		server.close()
	}
})

const fetchFailure = (config: typeof strict, address: string) =>
	fetchMetadata(config, address).then(
		() => 'no failure',
		(error: { code: string; status: number; message: string }) => {
			expect([error.status, error.code]).toEqual([400, 'saml_metadata_fetch_failed'])
			return error.message
		},
	)

describe('SAML metadata from a URL', () => {
	let connections = 0
	let port = 0
	beforeAll(async () => {
		port = await listen(
			createSocketServer((socket) => {
				connections++
				socket.destroy()
			}),
		)
	})

	it.each([
		...['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '127.0.0.1.', '127.8.9.10'],
		...['0', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
		...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00::1]', '[fec0::1]', '[ff02::1]'],
		...['localhost', 'LOCALHOST', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1'],
		...['169.254.169.254', '[fd00:ec2::254]', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
		...['①②⑦.0.0.1', '127。0。0。1', '192.0.2.1', '[2001:db8::1]', '[2001::1]', '[100::1]'],
	])('SAML metadata from a URL is not read from %s, which is not the public internet', async (host) => {
		expect(await fetchFailure(strict, `https://${host}:${port}/`)).toMatch(
			/is not a public address$|leads to an address that is not public$/,
		)
		expect(connections).toBe(0)
	})

	it('SAML metadata from a URL is not read without TLS, with credentials, or by another protocol', async () => {
		for (const address of [`http://127.0.0.1:${port}/`, 'http://example.com/', 'file:///etc/passwd'])
			expect(await fetchFailure(strict, address)).toContain('it is not https')
		expect(await fetchFailure(strict, 'https://a:b@example.com/')).toContain('it carries credentials')
		// Plain http is allowed for private networks only.
		expect(await fetchFailure(lenient, 'http://8.8.8.8/')).toContain('is not a public address')
		expect(await fetchFailure(lenient, 'ftp://127.0.0.1/')).toContain('it is not https')
		expect(connections).toBe(0)
	})

	it('SAML metadata from a URL is read from a private network when the operator allows it', async () => {
		const at = await serve((_, response) => response.end('<metadata/>'))
		expect(await fetchMetadata(lenient, `http://127.0.0.1:${at}/`)).toBe('<metadata/>')
		expect(await fetchMetadata(lenient, `http://localhost:${at}/`)).toBe('<metadata/>')
	})

	it('SAML metadata from a URL is not read from a server that TLS does not vouch for', async () => {
		const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
		const certificate = createSigningCertificate(privateKey, 'localhost').toString('base64')
		const at = await listen(
			createSecureServer(
				{
					key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
					cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
				},
				(_, response) => response.end('<metadata/>'),
			),
		)
		expect(await fetchFailure(lenient, `https://localhost:${at}/`)).toContain('cannot be reached')
	})

	it('SAML metadata from a URL follows no redirect, and its refusal repeats nothing of the response', async () => {
		const at = await serve((request, response) => {
			if (request.url === '/moved') response.writeHead(302, { location: `http://127.0.0.1:${port}/` })
			else response.writeHead(500)
			response.end('a secret of the inner network')
		})
		for (const [path, status] of [
			['/moved', 302],
			['/broken', 500],
		]) {
			const address = `http://127.0.0.1:${at}${path}`
			expect(await fetchFailure(lenient, address)).toBe(
				`HTTP ${status} error fetching SAML Metadata from URL '${address}'`,
			)
		}
		expect(connections).toBe(0)
	})

	it('SAML metadata from a URL is not read to the end when it has none, or is no text', async () => {
		const at = await serve((request, response) => {
			if (request.url === '/binary') return response.end(Buffer.of(0xff, 0xfe, 0x00))
			const more = () => {
				while (!response.destroyed && response.write('x'.repeat(65_536)));
			}
			response.on('drain', more)
			more()
		})
		expect(await fetchFailure(lenient, `http://127.0.0.1:${at}/endless`)).toContain('it is larger than 1 MiB')
		expect(await fetchFailure(lenient, `http://127.0.0.1:${at}/binary`)).toContain('it is not UTF-8')
	})

	it('SAML metadata from a URL may come from public addresses alone', () => {
		for (const address of ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8']) expect(isPublicAddress(address)).toBe(true)
		for (const address of ['', 'x', '8.8.8', '::ffff:10.0.0.1']) expect(isPublicAddress(address)).toBe(false)
	})
})
