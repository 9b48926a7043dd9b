import { DOMParser, type Element as DomElement, XMLSerializer } from '@xmldom/xmldom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readIdentityProvider } from '#platform/auth/providers/saml/idp-metadata/identity-provider.ts'
import { descendantsAndSelf, parseXml } from '#platform/auth/providers/saml/xml/xml.ts'
import type { Signing } from '#test/fakes/saml-identity-provider.ts'
import { fragmentOf, openSamlApp, type SamlApp } from '#test/support/auth/saml-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { verifyResponse } from './verify-response.ts'

/** A signed message, taken apart: what an attacker has who may sign in as himself. */
type Message = { response: DomElement; assertion: DomElement; signature: DomElement }
type Attack = { signing: Signing; wrap(message: Message): void }

const names = { attacker: 'mallory', victim: 'victim' }

/** The eight ways to wrap a signature (Somorovsky et al., USENIX Security 2012). */
const attacks: Record<string, Attack> = {
	'1: the signed response moved into its own signature': {
		signing: 'response',
		wrap({ response, signature }) {
			const original = withoutSignature(response)
			forge(response)
			signature.appendChild(original)
		},
	},
	'2: the signed response before the signature': {
		signing: 'response',
		wrap({ response, signature }) {
			const original = withoutSignature(response)
			forge(response)
			response.insertBefore(original, signature)
		},
	},
	'3: a forged assertion before the signed one': {
		signing: 'assertion',
		wrap({ response, assertion }) {
			response.insertBefore(forge(withoutSignature(assertion)), assertion)
		},
	},
	'4: a forged assertion around the signed one': {
		signing: 'assertion',
		wrap({ response, assertion }) {
			const forged = forge(withoutSignature(assertion))
			response.replaceChild(forged, assertion)
			forged.appendChild(assertion)
		},
	},
	'5: the signature on the forgery, the original at the end': {
		signing: 'assertion',
		wrap({ response, assertion }) {
			const original = withoutSignature(assertion)
			forge(assertion)
			response.appendChild(original)
		},
	},
	'6: the signature on the forgery, the original in the signature': {
		signing: 'assertion',
		wrap({ assertion, signature }) {
			const original = withoutSignature(assertion)
			forge(assertion)
			signature.appendChild(original)
		},
	},
	'7: a forged assertion among extensions': {
		signing: 'assertion',
		wrap({ response, assertion }) {
			const extensions = create(response, 'samlp:Extensions')
			extensions.appendChild(forge(withoutSignature(assertion)))
			response.insertBefore(extensions, assertion)
		},
	},
	'7, with the same ID': {
		signing: 'assertion',
		wrap({ response, assertion }) {
			const extensions = create(response, 'samlp:Extensions')
			const id = assertion.getAttribute('ID') ?? ''
			const forged = forge(withoutSignature(assertion))
			forged.setAttribute('ID', id)
			extensions.appendChild(forged)
			response.insertBefore(extensions, assertion)
		},
	},
	'8: the original in an object of the signature': {
		signing: 'assertion',
		wrap({ assertion, signature }) {
			const original = withoutSignature(assertion)
			forge(assertion)
			const object = create(signature, 'ds:Object')
			object.appendChild(original)
			signature.appendChild(object)
		},
	},
}

describe('a wrapped signature', () => {
	let world: SamlApp
	beforeAll(async () => {
		world = await openSamlApp()
	})
	afterAll(() => world.close())

	const person = (nameId: string) => ({ nameId, attributes: { mail: `${nameId}@skerry.example` } })
	async function obtain(signing: Signing) {
		world.idp.next = { signing, answer: person(names.attacker) }
		const delivery = await world.idp.signIn(await world.begin())
		const xml = Buffer.from(delivery.SAMLResponse, 'base64').toString()
		return { delivery, document: new DOMParser().parseFromString(xml, 'text/xml') }
	}
	const encode = (document: Parameters<XMLSerializer['serializeToString']>[0]) =>
		Buffer.from(new XMLSerializer().serializeToString(document)).toString('base64')

	it.each<Signing>(['assertion', 'response', 'both'])(
		'a wrapped signature is told from an honest one that was only parsed and written again (%s)',
		async (signing) => {
			const { delivery, document } = await obtain(signing)
			const { url } = await world.deliver({ ...delivery, SAMLResponse: encode(document) })
			expect(fragmentOf(url).get('access_token')).toBeTruthy()
		},
	)

	it.each(Object.entries(attacks))('a wrapped signature is refused, %s', async (_, { signing, wrap }) => {
		const { delivery, document } = await obtain(signing)
		const root = document.documentElement
		if (!root) throw new Error('no message')
		const assertion = first(root, 'Assertion')
		wrap({ response: root, assertion, signature: first(root, 'Signature') })
		const { status, url } = await world.deliver({ ...delivery, SAMLResponse: encode(document) })
		expect([status, url.hash, url.searchParams.get('error_code')]).toEqual([303, '', 'validation_failed'])
		const users = await asOwner(world.app.database, "select from auth.users where email = 'victim@skerry.example'")
		expect(users).toHaveLength(0)
	})

	it.each(Object.entries(attacks))('a wrapped signature fools no deeper layer either, %s', async (_, attack) => {
		const { document } = await obtain(attack.signing)
		const root = document.documentElement
		if (!root) throw new Error('no message')
		const parts = { assertion: first(root, 'Assertion'), signature: first(root, 'Signature') }
		attack.wrap({ response: root, ...parts })
		const xml = new XMLSerializer().serializeToString(document)
		const provider = await readIdentityProvider(world.idp.metadata)
		// Skips the check of the message's structure.
		const unseen = {
			xml,
			response: await parseXml(xml),
			issuer: world.idp.entityId,
			isResponseSigned: attack.signing === 'response',
			isAssertionSigned: attack.signing === 'assertion',
		}
		const verified = await verifyResponse(world.app.deps.config, provider, unseen).catch(() => null)
		const texts = verified ? descendantsAndSelf(verified).map(({ text }) => text) : []
		expect(texts).not.toContain(names.victim)
	})
})

function first(within: DomElement, name: string): DomElement {
	const found = within.getElementsByTagNameNS('*', name)[0]
	if (!found) throw new Error(`no ${name}`)
	return found
}

function withoutSignature(element: DomElement): DomElement {
	const copy = element.cloneNode(true) as DomElement
	for (const child of [...copy.childNodes]) if (child.nodeName.endsWith(':Signature')) copy.removeChild(child)
	return copy
}

/** Another ID, another name, another address. */
function forge(element: DomElement): DomElement {
	const all = [element, ...element.getElementsByTagNameNS('*', 'Assertion')]
	for (const [i, one] of all.entries()) one.setAttribute('ID', `_forged${i}`)
	first(element, 'NameID').textContent = names.victim
	first(element, 'AttributeValue').textContent = `${names.victim}@skerry.example`
	return element
}

function create(near: DomElement, name: string): DomElement {
	const namespace = near.lookupNamespaceURI(name.split(':')[0] ?? '')
	const element = near.ownerDocument?.createElementNS(namespace, name)
	if (!element) throw new Error('no document')
	return element
}
