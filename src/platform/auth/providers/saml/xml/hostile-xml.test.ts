import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameIdFormats } from '#test/fakes/saml-response.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { errorFromRedirect, openSamlApp, type SamlApp } from '#test/support/auth/saml-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('hostile XML', () => {
	let world: SamlApp
	let canary = ''
	let visits = 0
	const server = createServer((_, response) => {
		visits++
		response.end('<!ENTITY leaked "leaked">')
	})
	beforeAll(async () => {
		world = await openSamlApp()
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		canary = `http://127.0.0.1:${(server.address() as AddressInfo).port}/canary`
	})
	afterAll(async () => {
		server.close()
		await world.close()
	})

	const answer = {
		nameId: 'victim@skerry.example.mallory.example',
		nameIdFormat: nameIdFormats.email,
	}
	/** An honest answer, bent after it was signed. */
	async function bend(change: (xml: string) => string | Buffer) {
		world.idp.next = { answer }
		const delivery = await world.idp.signIn(await world.begin())
		const xml = Buffer.from(delivery.SAMLResponse, 'base64').toString()
		const SAMLResponse = Buffer.from(change(xml)).toString('base64')
		return errorFromRedirect(await world.deliver({ ...delivery, SAMLResponse }))
	}
	const headed = (declaration: string) => (xml: string) => declaration + xml
	const inName = (piece: string) => (xml: string) =>
		xml.replace('victim@skerry.example.mallory', `victim@skerry.example${piece}.mallory`)
	const notXml = (reason: string) => [
		303,
		'validation_failed',
		`SAMLResponse is not a valid XML SAML assertion: ${reason}`,
	]
	const markup = notXml('it contains a comment, a declaration or an instruction')

	it.each<[string, () => (xml: string) => string]>([
		['a comment in a name', () => inName('<!---->')],
		['a comment with words', () => inName('<!-- x -->')],
		['an instruction in a name', () => inName('<?x y?>')],
		['a marked section in a name', () => inName('<![CDATA[]]>')],
		['a document type', () => headed('<!DOCTYPE Response>')],
		['a file as an entity', () => headed('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
		['an address as an entity', () => headed(`<!DOCTYPE r [<!ENTITY x SYSTEM "${canary}">]>`)],
		['an address as a document type', () => headed(`<!DOCTYPE r SYSTEM "${canary}">`)],
		['a parameter entity', () => headed(`<!DOCTYPE r [<!ENTITY % x SYSTEM "${canary}"> %x;]>`)],
		['a document type in small letters', () => headed('<!doctype r []>')],
		['a billion laughs', () => headed(laughs())],
		['a document type behind its declaration', () => headed('<?xml version="1.0"?><!DOCTYPE r>')],
	])('hostile XML with %s is refused before it is parsed', async (_, change) => {
		expect(await bend(change())).toEqual(markup)
	})

	it('hostile XML is refused with a comment that was there when it was signed', async () => {
		const rewrite = inName('<!---->')
		expect(errorFromRedirect(await world.signOn({ answer, rewrite }))).toEqual(markup)
	})

	it.each<[string, (xml: string) => string | Buffer, unknown[]]>([
		['an entity nobody declared', inName('&leaked;'), notXml('it is not well-formed XML')],
		['a tag left open', (xml) => xml.replace('</samlp:Response>', ''), notXml('it is not well-formed XML')],
		['two roots', (xml) => xml + xml, notXml('it is not well-formed XML')],
		['no XML at all', () => 'hello', notXml('it is not well-formed XML')],
		['a reference to NUL', inName('&#0;'), notXml('it contains characters that XML does not allow')],
		['half a surrogate', inName('&#xD800;'), notXml('it contains characters that XML does not allow')],
		[
			'elements without end',
			(xml) => xml.replace('</saml:Assertion>', `${'<a>'.repeat(50)}${'</a>'.repeat(50)}</saml:Assertion>`),
			notXml('its elements are nested too deep'),
		],
		[
			'elements without number',
			(xml) => xml.replace('</saml:Assertion>', `${'<a/>'.repeat(1000)}</saml:Assertion>`),
			notXml('it has too many elements'),
		],
		[
			'attributes without number',
			(xml) => xml.replace('<saml:Subject', `<saml:Subject${manyAttributes()}`),
			notXml('it has too many attributes'),
		],
		['an encoding in disguise', (xml) => Buffer.from(xml, 'utf16le'), notXml('it is not well-formed XML')],
		[
			'another encoding',
			(xml) => Buffer.from(`\ufeff${xml}`, 'utf16le'),
			[303, 'validation_failed', 'SAMLResponse is not UTF-8'],
		],
		[
			'another root',
			() => '<html/>',
			[303, 'validation_failed', 'SAML Assertion is not valid: it is not a SAML response'],
		],
		[
			'more than 256 KiB',
			(xml) => xml.replace('</saml:Assertion>', `${' '.repeat(256 * 1024)}</saml:Assertion>`),
			[303, 'validation_failed', 'SAMLResponse is larger than 256 KiB'],
		],
	])('hostile XML with %s is refused', async (_, change, told) => {
		expect(await bend(change)).toEqual(told)
	})

	it('hostile XML is refused when it is not even base64, or missing', async () => {
		const told = async (SAMLResponse: string) => errorFromRedirect(await world.deliver({ SAMLResponse }))
		for (const text of ['%%%', 'a=b', '<xml/>', 'abc\0'])
			expect(await told(text)).toEqual([303, 'validation_failed', 'SAMLResponse is not a valid Base64 string'])
		expect(await told('')).toEqual([303, 'validation_failed', 'SAMLResponse is missing'])
	})

	it('hostile XML over a mebibyte is not even read', async () => {
		const body = `SAMLResponse=${'A'.repeat(1024 * 1024)}`
		const { status } = await callAuth(world.app, 'POST', '/sso/saml/acs', { body })
		expect(status).toBe(413)
	})

	it('hostile XML created no user and no session', async () => {
		expect(visits).toBe(0)
		const users = await asOwner(world.app.database, 'select from auth.users')
		expect(users).toHaveLength(0)
	})

	it('hostile XML in the metadata of a provider is refused too', async () => {
		for (const declaration of [`<!DOCTYPE r SYSTEM "${canary}">`, laughs()]) {
			const metadata_xml = `<?xml version="1.0"?>${declaration}<EntityDescriptor/>`
			const { status, body } = await world.manage('POST', '', { type: 'saml', metadata_xml })
			expect([status, body.code, body.message]).toEqual([
				400,
				'validation_failed',
				'SAML Metadata cannot be read: it contains a document type declaration',
			])
		}
		expect(visits).toBe(0)
	})

	it('hostile XML is not searched through for as long as it is: a quarter of a mebibyte of status', async () => {
		const status = 'a'.repeat(180_000)
		const long = (xml: string) => xml.replace(/StatusCode Value="[^"]*"/, `StatusCode Value="${status}1"`)
		expect(await bend(long)).toEqual([
			303,
			'validation_failed',
			'SAML Assertion is not valid: the identity provider answered no status',
		])
	})
})

function manyAttributes(): string {
	return Array.from({ length: 4001 }, (_, i) => ` a${i}="1"`).join('')
}

function laughs(): string {
	const levels = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`)
	return `<!DOCTYPE r [<!ENTITY l0 "ha">${levels.join('')}]>`
}
