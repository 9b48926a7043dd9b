import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SamlResponseFields } from '#test/fakes/saml-response.ts'
import { errorFromRedirect, isla, isSignedIn, openSamlApp, refused, type SamlApp } from '#test/support/auth/saml-app.ts'

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

describe('a SAML assertion', () => {
	let world: SamlApp
	beforeAll(async () => {
		world = await openSamlApp()
	})
	afterAll(() => world.close())

	it.each<[string, () => Partial<SamlResponseFields>, string]>([
		['has ended', () => ({ notOnOrAfter: minutes(-4) }), 'its time has passed or has not come'],
		['has not begun', () => ({ notBefore: minutes(4) }), 'its time has passed or has not come'],
		['may not be brought any more', () => ({ subjectNotOnOrAfter: minutes(-4) }), 'its time has passed'],
		['may be brought for ever', () => ({ subjectNotOnOrAfter: undefined }), 'it cannot be verified'],
		['carries no time but words', () => ({ notBefore: 'soon' }), 'it cannot be verified'],
		['is for another audience', () => ({ audience: 'https://other.example/' }), 'it is meant for another audience'],
		[
			'is for an audience that begins like us',
			() => ({ audience: 'http://localhost:3000' }),
			'it is meant for another audience',
		],
		['is for another recipient', () => ({ recipient: 'https://other.example/acs' }), 'it is for another recipient'],
		['is for no recipient', () => ({ recipient: undefined }), 'it is for another recipient'],
		['came by another address', () => ({ destination: 'https://other.example/acs' }), 'it was sent to another address'],
		['answers another request', () => ({ inResponseTo: '_other' }), 'it answers another request'],
		['answers another request inside', () => ({ subjectInResponseTo: '_other' }), 'it answers another request'],
		[
			'answers no request',
			() => ({ inResponseTo: undefined, subjectInResponseTo: undefined }),
			'it does not say which request it answers',
		],
		[
			'is confirmed by holder of key',
			() => ({ confirmation: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }),
			'it has not exactly one bearer confirmation',
		],
		['was written by somebody else', () => ({ issuer: 'https://other.example/' }), 'somebody else wrote it'],
		['was sent by somebody else', () => ({ responseIssuer: 'https://other.example/' }), 'somebody else sent it'],
		['tells of no sign-in', () => ({ authnStatement: '' }), 'it does not say that anybody signed in'],
		['ends its session at once', () => ({ sessionEnd: minutes(-1) }), 'its session has ended'],
		['ends its session some day', () => ({ sessionEnd: 'some day' }), 'its SessionNotOnOrAfter is not a time'],
		[
			'tells of a failure',
			() => ({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
			'the identity provider answered Responder',
		],
	])('a SAML assertion that %s is refused', async (_, bend, reason) => {
		expect(errorFromRedirect(await world.signOn({ answer: { ...isla, ...bend() } }))).toEqual(refused(reason))
	})

	it('a SAML assertion is taken though the clocks are two minutes apart', async () => {
		for (const bend of [{ notBefore: minutes(2) }, { notOnOrAfter: minutes(-2), subjectNotOnOrAfter: minutes(-2) }])
			expect(isSignedIn(await world.signOn({ answer: { ...isla, ...bend } }))).toBe(true)
	})

	it('a SAML assertion is taken when all of its audiences, or one of each, are us', async () => {
		const audience = `${world.app.url}/auth/v1/sso/saml/metadata`
		const beside = (xml: string) =>
			xml.replace('<saml:Audience>', '<saml:Audience>urn:x</saml:Audience><saml:Audience>')
		expect(isSignedIn(await world.signOn({ answer: isla, rewrite: beside }))).toBe(true)
		const second = (xml: string) =>
			xml.replace(
				'</saml:Conditions>',
				'<saml:AudienceRestriction><saml:Audience>urn:x</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
			)
		expect(errorFromRedirect(await world.signOn({ answer: { ...isla, audience }, rewrite: second }))).toEqual(
			refused('it is meant for another audience'),
		)
	})

	it.each<[string, (xml: string) => string]>([
		['no conditions', (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '')],
		['no audience', (xml) => xml.replace(/<saml:AudienceRestriction.*<\/saml:AudienceRestriction>/, '')],
		['no subject', (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, '')],
		['two subjects', (xml) => xml.replace(/(<saml:Subject>.*<\/saml:Subject>)/, '$1$1')],
		['two names', (xml) => xml.replace(/(<saml:NameID.*<\/saml:NameID>)/, '$1$1')],
		[
			'two issuers',
			(xml) => xml.replace(/(ID="[^"]*"[^>]*>)(<saml:Issuer>[^<]*<\/saml:Issuer>)(<saml:Subject>)/, '$1$2$2$3'),
		],
		['another version', (xml) => xml.replace(/(<saml:Assertion [^>]*Version=")2\.0/, '$11.1')],
	])('a SAML assertion with %s is refused', async (_, rewrite) => {
		const { status, url } = await world.signOn({ answer: isla, rewrite })
		expect([status, url.searchParams.get('error_code')]).toEqual([303, 'validation_failed'])
	})
})
