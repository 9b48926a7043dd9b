import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '#platform/config/config.ts'
import { makeJwk } from '#platform/keys/jwk.ts'
import { readConfig } from '#server/settings.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('the service provider metadata', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ SAML_ENABLED: 'on' })
	})
	afterAll(() => app.close())

	const read = (where: TestApp, query = '') =>
		callAuth(where, 'GET', `/sso/saml/metadata${query}`, { headers: { apikey: '' } })
	const certificateIn = (xml: string) =>
		new X509Certificate(Buffer.from(/<X509Certificate>([^<]+)</.exec(xml)?.[1] ?? '', 'base64'))

	it('the service provider metadata names us, our address and our key, without a key of theirs', async () => {
		const { status, headers, body } = await read(app)
		expect(status).toBe(200)
		expect(headers.get('content-type')).toBe('application/xml')
		expect(headers.get('cache-control')).toBe('public, max-age=600')
		expect(headers.has('content-disposition')).toBe(false)
		expect(body).toContain(`entityID="${app.url}/auth/v1/sso/saml/metadata"`)
		expect(body).toContain(
			`<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${app.url}/auth/v1/sso/saml/acs"`,
		)
		expect(body).toContain('AuthnRequestsSigned="true" WantAssertionsSigned="true"')
		const certificate = certificateIn(body)
		expect(certificate.verify(certificate.publicKey)).toBe(true)
		expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072)
		expect(certificate.subject).toBe('CN=localhost')
	})

	it('the service provider metadata can be kept as a file for five years', async () => {
		const inFiveYears = () => new Date().getUTCFullYear() + 5
		const asked = inFiveYears()
		const { headers, body } = await read(app, '?download=true')
		expect(headers.get('content-disposition')).toBe('attachment; filename="metadata.xml"')
		const until = new Date(/validUntil="([^"]+)"/.exec(body)?.[1] ?? '')
		expect([asked, inFiveYears()]).toContain(until.getUTCFullYear())
	})

	it('the service provider metadata is the same from every node, after every start, and lies encrypted in the database', async () => {
		const first = certificateIn((await read(app)).body)
		const nodes = await Promise.all(
			[1, 2].map(() => createTestApp({ SAML_ENABLED: 'on', DATA_DIR: app.deps.config.DATA_DIR }, app.database)),
		)
		await asOwner(app.database, 'delete from auth.saml_signing_key')
		const [one, other] = await Promise.all(nodes.map(async (node) => certificateIn((await read(node)).body)))
		expect(one?.fingerprint256).toBe(other?.fingerprint256)
		expect(one?.fingerprint256).not.toBe(first.fingerprint256)
		const [row] = await asOwner<{ sealed_key: Buffer }>(app.database, 'select sealed_key from auth.saml_signing_key')
		// A key in the clear begins with the tags of PKCS#8 and holds the public exponent.
		expect(row?.sealed_key.includes(Buffer.from('0203010001', 'hex'))).toBe(false)
		for (const node of nodes) await node.close()
	})

	it('the service provider metadata says so when the key in the database belongs to another installation', async () => {
		// As after a reset of the keys.
		const forget = () => asOwner(app.database, 'delete from auth.root_key')
		await forget()
		const JWT_KEYS = JSON.stringify([makeJwk()])
		const settings = { SAML_ENABLED: 'on', LOG_LEVEL: 'silent', JWT_KEYS }
		const stranger = await createTestApp(settings, app.database)
		const answer = await read(stranger)
		expect([answer.status, answer.body.code]).toEqual([500, 'unexpected_failure'])
		await stranger.close()
		await forget()
	})

	it('the service provider metadata shows the key of the settings, in any of its forms', async () => {
		const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
		const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64')
		const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
		for (const key of [pkcs1, pem, pem.replaceAll('\n', '\\n')]) {
			const node = await createTestApp({ SAML_ENABLED: 'on', SAML_PRIVATE_KEY: key }, app.database)
			expect(certificateIn((await read(node)).body).publicKey.equals(publicKey)).toBe(true)
			await node.close()
		}
	})

	it.each([
		'not a key',
		generateKeyPairSync('rsa', { modulusLength: 1024 })
			.privateKey.export({ type: 'pkcs1', format: 'der' })
			.toString('base64'),
		generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
	])('the service provider metadata does not start with a key that signs nothing', (SAML_PRIVATE_KEY) => {
		expect(() => readConfig({ SAML_PRIVATE_KEY })).toThrow(ConfigError)
		expect(() => readConfig({ SAML_PRIVATE_KEY })).toThrow('SAML_PRIVATE_KEY: an RSA private key of at least 2048 bits')
	})

	it('the service provider metadata is there only where the operator wants it, like everything about it', async () => {
		expect((await callAuth(app, 'GET', '/settings')).body.saml_enabled).toBe(true)
		const off = await createTestApp({}, app.database)
		expect((await callAuth(off, 'GET', '/settings')).body.saml_enabled).toBe(false)
		const bearer = off.deps.keys.serviceRoleKey
		for (const [method, path] of [
			['POST', '/sso'],
			['GET', '/sso/saml/metadata'],
			['POST', '/sso/saml/acs'],
			['GET', '/admin/sso/providers'],
			['POST', '/admin/sso/providers'],
			['DELETE', '/admin/sso/providers/x'],
		] as const)
			expect(errorParts(await callAuth(off, method, path, { bearer }))).toEqual([
				404,
				'saml_provider_disabled',
				'SAML 2.0 is disabled',
			])
		await off.close()
	})
})
