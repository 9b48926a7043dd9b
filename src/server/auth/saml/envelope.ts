import { invalid } from '#server/auth/errors.ts'
import { notValid } from './not-valid.ts'
import { isSigned } from './signature-shape.ts'
import {
	childrenOf,
	everythingIn,
	namespaces,
	parseXml,
	type XmlElement,
	XmlProblem,
} from './xml.ts'

/** An answer of an identity provider whose shape was found right. Nothing in it is verified yet. */
export type Envelope = {
	xml: string
	response: XmlElement
	/** Who says to have written it. */
	issuer: string
	isResponseSigned: boolean
	isAssertionSigned: boolean
}

const maxBytes = 256 * 1024
const maxElements = 1000
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const { assertion: assertionSpace, protocol } = namespaces

/**
 * Opens a SAMLResponse: base64, XML, exactly one response with exactly one assertion, signed in the one way that leaves
 * no doubt what was signed. Wrapping attacks need a second assertion or a signature elsewhere, and end here.
 * @throws AuthError 400 validation_failed
 */
export async function openEnvelope(encoded: string): Promise<Envelope> {
	if (!encoded) throw invalid('SAMLResponse is missing')
	const xml = decode(encoded)
	const response = await parseXml(xml, maxElements).catch((error: unknown) => {
		if (!(error instanceof XmlProblem)) throw error
		throw invalid(`SAMLResponse is not a valid XML SAML assertion: ${error.message}`)
	})
	if (response.name !== 'Response' || response.namespace !== protocol)
		throw notValid('it is not a SAML response')
	if (response.attributes.get('Version') !== '2.0') throw notValid('it is not SAML 2.0')
	requireSuccess(response)
	requireUniqueIds(response)
	const assertion = onlyAssertion(response)
	const isResponseSigned = isSigned(response)
	const isAssertionSigned = isSigned(assertion)
	if (!isResponseSigned && !isAssertionSigned) throw notValid('it is not signed')
	const signatures = everythingIn(response).filter(({ name }) => name === 'Signature')
	if (signatures.length !== Number(isResponseSigned) + Number(isAssertionSigned))
		throw notValid('a signature stands where none belongs')
	const [issuer = ''] = [response, assertion].flatMap(issuerOf)
	return { xml, response, issuer, isResponseSigned, isAssertionSigned }
}

function decode(encoded: string): string {
	const plain = encoded.replace(/\s+/g, '')
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain))
		throw invalid('SAMLResponse is not a valid Base64 string')
	const bytes = Buffer.from(plain, 'base64')
	if (bytes.length > maxBytes) throw invalid('SAMLResponse is larger than 256 KiB')
	let xml: string
	try {
		xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		throw invalid('SAMLResponse is not UTF-8')
	}
	// Comments cut a name in two for readers that take the first piece, and no identity provider writes any.
	const body = xml.replace(/^\s*<\?xml(?:\s[^?<>]*)?\?>/, '')
	if (/<[!?]/.test(body))
		throw invalid(
			'SAMLResponse is not a valid XML SAML assertion: it contains a comment, a declaration or an instruction',
		)
	return xml
}

function requireSuccess(response: XmlElement): void {
	const [status] = childrenOf(response, protocol, 'Status')
	const [code] = status ? childrenOf(status, protocol, 'StatusCode') : []
	const value = code?.attributes.get('Value') ?? ''
	if (value === success) return
	const [detail] = code ? childrenOf(code, protocol, 'StatusCode') : []
	throw notValid(
		`the identity provider answered ${wordOf(detail?.attributes.get('Value') ?? value)}`,
	)
}

/** The last part of a status. Nothing was verified yet: whoever sends a long one is not searched through it. */
function wordOf(status: string): string {
	const last = status.slice(status.lastIndexOf(':') + 1)
	return /^[A-Za-z]{1,40}$/.test(last) ? last : 'no status'
}

/** A reference to an ID must have one meaning for every reader. */
function requireUniqueIds(response: XmlElement): void {
	const ids = everythingIn(response).flatMap(({ ids }) => ids)
	if (new Set(ids).size !== ids.length) throw notValid('two elements have the same ID')
}

function onlyAssertion(response: XmlElement): XmlElement {
	const everything = everythingIn(response)
	if (everything.some(({ name }) => name === 'EncryptedAssertion'))
		throw notValid('encrypted assertions are not taken')
	const all = everything.filter(({ name }) => name === 'Assertion')
	const [assertion, ...others] = childrenOf(response, assertionSpace, 'Assertion')
	if (!assertion || others.length > 0 || all.length !== 1)
		throw notValid('it does not contain exactly one assertion')
	if (everything.filter(({ name }) => name === 'Response').length !== 1)
		throw notValid('it contains another response')
	return assertion
}

function issuerOf(element: XmlElement): string[] {
	return childrenOf(element, assertionSpace, 'Issuer').map(({ text }) => text.trim())
}
