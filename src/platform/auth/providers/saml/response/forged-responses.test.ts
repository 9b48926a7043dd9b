import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SignedXml } from 'xml-crypto'
import {
	type ResponsePlan,
	type SamlFormPost,
	type SamlIdentityProvider,
	startSamlIdentityProvider,
} from '#test/fakes/saml-identity-provider.ts'
import { errorFromRedirect, fragmentOf, openSamlApp, refused, type SamlApp } from '#test/support/auth/saml-app.ts'

const answer = { nameId: 'mallory', attributes: { mail: 'mallory@skerry.example' } }
const ds = 'http://www.w3.org/2000/09/xmldsig#'

describe('a forged SAML response', () => {
	let world: SamlApp
	let twin: SamlIdentityProvider
	beforeAll(async () => {
		world = await openSamlApp()
		// Has the name of the company's provider, and another key.
		twin = await startSamlIdentityProvider(world.idp)
		twin.trust(world.serviceMetadata)
	})
	afterAll(async () => {
		await twin.close()
		await world.close()
	})

	async function obtain(plan: ResponsePlan): Promise<SamlFormPost & { xml: string }> {
		world.idp.next = { answer, ...plan }
		const delivery = await world.idp.signIn(await world.begin())
		return { ...delivery, xml: Buffer.from(delivery.SAMLResponse, 'base64').toString() }
	}
	async function change(plan: ResponsePlan, bend: (xml: string) => string) {
		const { xml, ...delivery } = await obtain(plan)
		const bent = bend(xml)
		expect(bent).not.toBe(xml)
		const SAMLResponse = Buffer.from(bent).toString('base64')
		return errorFromRedirect(await world.deliver({ ...delivery, SAMLResponse }))
	}

	it('a forged SAML response without any signature is refused', async () => {
		const unsigned = await world.signOn({ answer, signing: 'none' })
		expect(errorFromRedirect(unsigned)).toEqual(refused('it is not signed'))
		const strip = (xml: string) => xml.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, '')
		for (const signing of ['assertion', 'response', 'both'] as const)
			expect(await change({ signing }, strip)).toEqual(refused('it is not signed'))
	})

	it.each(['assertion', 'response', 'both'] as const)(
		'a forged SAML response changed after it was signed is refused (%s)',
		async (signing) => {
			const told = await change({ signing }, (xml) => xml.replaceAll('mallory', 'victim'))
			expect(told).toEqual(refused('its signature does not verify'))
		},
	)

	it('a forged SAML response is refused when the outer of two signatures was broken', async () => {
		const told = await change({ signing: 'both' }, (xml) =>
			xml.replace('Version="2.0"', 'Version="2.0" Consent="none"'),
		)
		expect(told).toEqual(refused('its signature does not verify'))
	})

	it('a forged SAML response signed with another key is refused, though it brings the certificate along', async () => {
		twin.next = { answer }
		const { search } = new URL(await world.begin())
		const asked = await twin.signIn(`${twin.metadataUrl.replace('/metadata', '/sso')}${search}`)
		expect(Buffer.from(asked.SAMLResponse, 'base64').toString()).toContain('X509Certificate')
		for (const delivery of [asked, await twin.sendUnsolicited('')])
			expect(errorFromRedirect(await world.deliver(delivery))).toEqual(refused('its signature does not verify'))
	})

	it('a forged SAML response signed with SHA-1 is refused, and with SHA-512 it is not', async () => {
		const old = await world.signOn({ answer, algorithm: `${ds}rsa-sha1` })
		expect(errorFromRedirect(old)).toEqual(refused(`a signature uses an algorithm that is not taken (${ds}rsa-sha1)`))
		const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'
		const { url } = await world.signOn({ answer, algorithm })
		expect(fragmentOf(url).has('access_token')).toBe(true)
	})

	it('a forged SAML response that takes the public certificate for a shared secret is refused', async () => {
		const told = await change({}, (xml) => {
			const certificate = /<ds:X509Certificate>([^<]+)/.exec(xml)?.[1] ?? ''
			const lines = certificate.match(/.{1,64}/g)?.join('\n')
			return signWithSecret(
				xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, ''),
				`-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
			)
		})
		expect(told).toEqual(refused(`a signature uses an algorithm that is not taken (${ds}hmac-sha1)`))
	})

	it.each<[string, (xml: string) => string, string]>([
		[
			'whose signature covers another element',
			(xml) => xml.replace(/Reference URI="#[^"]+"/, 'Reference URI="#_other"'),
			'a signature covers something else than it stands in',
		],
		[
			'whose signature covers whatever document it is in',
			(xml) => xml.replace(/Reference URI="#[^"]+"/, 'Reference URI=""'),
			'a signature covers something else than it stands in',
		],
		[
			'whose signature points into the document by a path',
			(xml) => xml.replace(/Reference URI="#/, 'Reference URI="#xpointer(/)'),
			'a signature covers something else than it stands in',
		],
		[
			'with two references',
			(xml) => xml.replace(/(<ds:Reference[\s\S]*?<\/ds:Reference>)/, '$1$1'),
			'a signature has parts too many or too few',
		],
		[
			'with two signatures on one element',
			(xml) => xml.replace(/(<ds:Signature [\s\S]*?<\/ds:Signature>)/, '$1$1'),
			'a signature has parts too many or too few',
		],
		[
			'with a transform that chooses what is signed',
			(xml) => xml.replace(`${ds}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xpath-19991116'),
			'a signature transforms what it signs',
		],
		[
			'with a digest that can be made to collide',
			(xml) => xml.replace(/(DigestMethod Algorithm=")[^"]+/, `$1${ds}sha1`),
			`a signature uses an algorithm that is not taken (${ds}sha1)`,
		],
		[
			'with a signature in another namespace',
			(xml) => xml.replace(`xmlns:ds="${ds}"`, 'xmlns:ds="urn:x"'),
			'it is not signed',
		],
		[
			'with a further signature in a corner',
			(xml) => xml.replace('<saml:Subject>', `<saml:Subject><x:Signature xmlns:x="${ds}"></x:Signature>`),
			'a signature stands where none belongs',
		],
		[
			'with one ID for two elements',
			(xml) => xml.replace('<samlp:Status>', `<samlp:Status ID="${/Assertion ID="([^"]+)/.exec(xml)?.[1]}">`),
			'two elements have the same ID',
		],
		[
			'without an ID',
			(xml) => xml.replace(/<saml:Assertion ID="[^"]+"/, '<saml:Assertion'),
			'a signature covers something else than it stands in',
		],
		[
			'with an encrypted assertion beside',
			(xml) => xml.replace('</samlp:Response>', '<saml:EncryptedAssertion/></samlp:Response>'),
			'encrypted assertions are not taken',
		],
	])('a forged SAML response %s is refused', async (_, bend, reason) => {
		expect(await change({}, bend)).toEqual(refused(reason))
	})

	it('a forged SAML response with the signature of another assertion is refused', async () => {
		const other = await obtain({ answer: { ...answer, nameId: 'somebody' } })
		const foreign = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(other.xml)?.[0] ?? ''
		const told = await change({}, (xml) => xml.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, foreign))
		expect(told).toEqual(refused('a signature covers something else than it stands in'))
	})

	it('a forged SAML response of two honest assertions is refused', async () => {
		const other = await obtain({})
		const second = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(other.xml)?.[0] ?? ''
		const told = await change({}, (xml) => xml.replace('</samlp:Response>', `${second}</samlp:Response>`))
		expect(told).toEqual(refused('it does not contain exactly one assertion'))
	})

	it('a forged SAML response is the same as an honest one when nothing but the sender is wrong', async () => {
		const stranger = await startSamlIdentityProvider()
		stranger.trust(world.serviceMetadata)
		stranger.next = { answer }
		expect(errorFromRedirect(await world.deliver(await stranger.sendUnsolicited('')))).toEqual([
			303,
			'saml_idp_not_found',
			'A SAML connection has not been established with this Identity Provider',
		])
		// It may not speak for the other one either, even once it is known itself.
		await world.manage('POST', '', { type: 'saml', metadata_xml: stranger.metadata })
		const issuer = world.idp.entityId
		for (const bent of [{ issuer }, { responseIssuer: issuer }, { issuer, responseIssuer: issuer }]) {
			stranger.next = { answer: { ...answer, ...bent } }
			const { status, url } = await world.deliver(await stranger.sendUnsolicited(''))
			expect([status, url.searchParams.get('error_code')]).toEqual([303, 'validation_failed'])
		}
		await stranger.close()
	})
})

/** Signs the assertion again, with a text as shared secret. */
function signWithSecret(xml: string, secret: string): string {
	const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
	const tool = new SignedXml({
		privateKey: secret,
		signatureAlgorithm: `${ds}hmac-sha1`,
		canonicalizationAlgorithm: exclusive,
	})
	tool.enableHMAC()
	tool.addReference({
		xpath: "//*[local-name(.)='Assertion']",
		transforms: [`${ds}enveloped-signature`, exclusive],
		digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
	})
	const issuer = "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']"
	tool.computeSignature(xml, { prefix: 'ds', location: { reference: issuer, action: 'after' } })
	return tool.getSignedXml()
}
