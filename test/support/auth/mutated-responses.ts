import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { AuthError } from '#platform/auth/errors.ts'
import { readIdentityProvider } from '#platform/auth/providers/saml/idp-metadata/identity-provider.ts'
import { readAssertion } from '#platform/auth/providers/saml/response/assertion.ts'
import { parseResponse } from '#platform/auth/providers/saml/response/response-envelope.ts'
import { readSsoProfile, type SsoProfile } from '#platform/auth/providers/saml/response/sso-profile.ts'
import { verifyResponse } from '#platform/auth/providers/saml/response/verify-response.ts'
import type { Signing } from '#test/fakes/saml-identity-provider.ts'
import { openSamlApp, type SamlApp } from './saml-app.ts'

const kinds = ['assertion', 'response', 'both'] as const

const pieces = [
	...['<', '>', '"', "'", '&', '/', ' ', '\n', '\r\n', '\t', '&amp;', '&#65;', '&#x0;', 'victim'],
	...['<!-- -->', '<![CDATA[x]]>', '<?x?>', '<x/>', '<saml:NameID>victim</saml:NameID>'],
	...['<saml:Assertion>', '</saml:Assertion>', '<saml:Issuer/>', ' ID="_x"', ' xmlns="urn:x"'],
	...[' xmlns:saml="urn:x"', ' xmlns:ds="urn:x"', ' xml:id="_x"', '\u00a0', '\u0000', '\ud800'],
]
const place = fc.double({ min: 0, max: 1, noNaN: true })
type Bend = (xml: string) => string
const bends: fc.Arbitrary<Bend> = fc.oneof(
	fc.tuple(place, fc.constantFrom(...pieces)).map(
		([at, piece]): Bend =>
			(xml) => {
				const i = Math.floor(at * xml.length)
				return xml.slice(0, i) + piece + xml.slice(i)
			},
	),
	fc.tuple(place, fc.integer({ min: 1, max: 400 })).map(
		([at, length]): Bend =>
			(xml) => {
				const i = Math.floor(at * xml.length)
				return xml.slice(0, i) + xml.slice(i + length)
			},
	),
	// Whole elements are taken from one place and put to another, or doubled.
	fc.tuple(place, place, fc.boolean()).map(
		([from, to, isMoved]): Bend =>
			(xml) => {
				const elements = [...xml.matchAll(/<([\w:]+)[^>]*(?:\/>|>(?:[^<]|<(?!\1[\s>]))*?<\/\1>)/g)]
				const element = elements[Math.floor(from * elements.length)]?.[0] ?? ''
				const rest = isMoved ? xml.replace(element, '') : xml
				const gaps = [...rest.matchAll(/></g)].map(({ index }) => index + 1)
				const gap = gaps[Math.floor(to * gaps.length)] ?? 0
				return rest.slice(0, gap) + element + rest.slice(gap)
			},
	),
)

/** All that becomes of an unasked answer, short of the database. */
async function read({ app, idp }: SamlApp, xml: string): Promise<SsoProfile> {
	const { config } = app.deps
	const envelope = await parseResponse(Buffer.from(xml).toString('base64'))
	const provider = await readIdentityProvider(idp.metadata)
	const verified = await verifyResponse(config, provider, envelope)
	const { entityId } = idp
	const assertion = readAssertion(config, verified, envelope.response, { entityId, requestId: null })
	return readSsoProfile(entityId, { keys: { full_name: { name: 'cn' } } }, assertion)
}

/** Mutates signed responses at random, and fails unless each is refused or read as what was signed. */
export async function tryMutatedResponses(runs: number): Promise<void> {
	const world = await openSamlApp()
	const honest: Partial<Record<Signing, string>> = {}
	const answer = {
		nameId: 'mallory',
		attributes: { mail: 'mallory@skerry.example', cn: 'Mallory', x: ['1', '2'] },
	}
	for (const signing of kinds) {
		const { SAMLResponse } = await world.idp.sendUnsolicited('', { answer, signing })
		honest[signing] = Buffer.from(SAMLResponse, 'base64').toString()
	}
	const original = await read(world, honest.assertion ?? '')
	// The parser prints warnings that repeat the message.
	const printed = vi.spyOn(console, 'warn')
	let taken = 0
	try {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...kinds),
				fc.array(bends, { minLength: 1, maxLength: 2 }),
				async (signing, chain) => {
					const xml = chain.reduce((text, bend) => bend(text), honest[signing] ?? '')
					const outcome = await read(world, xml).catch((error: unknown) => error)
					if (outcome instanceof Error) {
						expect(outcome).toBeInstanceOf(AuthError)
						expect((outcome as AuthError).status).toBe(400)
					} else {
						taken++
						expect(outcome).toEqual(original)
					}
				},
			),
			{ numRuns: runs },
		)
		expect(printed).not.toHaveBeenCalled()
		// Some bends change nothing that counts, such as a blank between attributes; without them little would be shown.
		expect(taken).toBeGreaterThan(0)
	} finally {
		printed.mockRestore()
		await world.close()
	}
}
