import { AuthError, invalid } from '#platform/auth/errors.ts'
import {
	childrenOf,
	descendantsAndSelf,
	namespaces,
	parseXml,
	type XmlElement,
	XmlError,
} from '#platform/auth/providers/saml/xml/xml.ts'
import { xmlLimits } from '#shared/parser-limits.ts'

/** A response of valid structure. Nothing in it is verified yet. */
export type ResponseEnvelope = {
	xml: string
	response: XmlElement
	/** The issuer that the response claims. */
	issuer: string
	isResponseSigned: boolean
	isAssertionSigned: boolean
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const { assertion: assertionSpace, protocol, signature: ds } = namespaces
const canonicalizations = ['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315']
const enveloped = `${ds}enveloped-signature`
/** SHA-1 is broken by collisions; HMAC would use the public certificate as its key. */
const signatureMethods = [
	'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
	'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
	'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]
const digestMethods = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']

/**
 * Decodes a SAMLResponse: exactly one response with exactly one assertion, each signed only as a whole. This excludes
 * signature wrapping, which needs another assertion or signature.
 * @throws AuthError 400 validation_failed
 */
export async function parseResponse(encoded: string): Promise<ResponseEnvelope> {
	if (!encoded) throw invalid('SAMLResponse is missing')
	const xml = decode(encoded)
	const response = await parseXml(xml, xmlLimits.elementsOfResponse).catch((error: unknown) => {
		if (!(error instanceof XmlError)) throw error
		throw invalid(`SAMLResponse is not a valid XML SAML assertion: ${error.message}`)
	})
	if (response.name !== 'Response' || response.namespace !== protocol)
		throw invalidAssertion('it is not a SAML response')
	if (response.attributes.get('Version') !== '2.0') throw invalidAssertion('it is not SAML 2.0')
	requireSuccess(response)
	requireUniqueIds(response)
	const assertion = onlyAssertion(response)
	const isResponseSigned = isSigned(response)
	const isAssertionSigned = isSigned(assertion)
	if (!isResponseSigned && !isAssertionSigned) throw invalidAssertion('it is not signed')
	const signatures = descendantsAndSelf(response).filter(({ name }) => name === 'Signature')
	if (signatures.length !== Number(isResponseSigned) + Number(isAssertionSigned))
		throw invalidAssertion('a signature stands where none belongs')
	const [issuer = ''] = [response, assertion].flatMap(issuerOf)
	return { xml, response, issuer, isResponseSigned, isAssertionSigned }
}

function decode(encoded: string): string {
	const plain = encoded.replace(/\s+/g, '')
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw invalid('SAMLResponse is not a valid Base64 string')
	const bytes = Buffer.from(plain, 'base64')
	if (bytes.length > xmlLimits.responseBytes) throw invalid('SAMLResponse is larger than 256 KiB')
	let xml: string
	try {
		xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		throw invalid('SAMLResponse is not UTF-8')
	}
	// A comment splits a text for parsers that read only its first part; identity providers write none.
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
	throw invalidAssertion(`the identity provider answered ${statusName(detail?.attributes.get('Value') ?? value)}`)
}

/** The last part of a status code. Nothing is verified yet, so only a short name is repeated. */
function statusName(status: string): string {
	const last = status.slice(status.lastIndexOf(':') + 1)
	return /^[A-Za-z]{1,40}$/.test(last) ? last : 'no status'
}

/** An ID must be unambiguous for every parser. */
function requireUniqueIds(response: XmlElement): void {
	const ids = descendantsAndSelf(response).flatMap(({ ids }) => ids)
	if (new Set(ids).size !== ids.length) throw invalidAssertion('two elements have the same ID')
}

function onlyAssertion(response: XmlElement): XmlElement {
	const everything = descendantsAndSelf(response)
	if (everything.some(({ name }) => name === 'EncryptedAssertion'))
		throw invalidAssertion('encrypted assertions are not taken')
	const all = everything.filter(({ name }) => name === 'Assertion')
	const [assertion, ...others] = childrenOf(response, assertionSpace, 'Assertion')
	if (!assertion || others.length > 0 || all.length !== 1)
		throw invalidAssertion('it does not contain exactly one assertion')
	if (everything.filter(({ name }) => name === 'Response').length !== 1)
		throw invalidAssertion('it contains another response')
	return assertion
}

function issuerOf(element: XmlElement): string[] {
	return childrenOf(element, assertionSpace, 'Issuer').map(({ text }) => text.trim())
}

/**
 * True when an element has a signature of the accepted form: one direct child with one reference, to that element,
 * known algorithms and no objects. Verification follows later.
 * @throws AuthError 400 validation_failed for any other form
 */
function isSigned(element: XmlElement): boolean {
	const signatures = childrenOf(element, ds, 'Signature')
	if (signatures.length === 0) return false
	const signature = only(signatures)
	const info = only(childrenOf(signature, ds, 'SignedInfo'))
	const reference = only(childrenOf(info, ds, 'Reference'))
	const id = element.attributes.get('ID')
	if (!id || reference.attributes.get('URI') !== `#${id}`)
		throw invalidAssertion('a signature covers something else than it stands in')
	if (descendantsAndSelf(signature).some(({ name }) => name === 'Object'))
		throw invalidAssertion('a signature carries an object')
	requireAlgorithm(info, 'CanonicalizationMethod', canonicalizations)
	requireAlgorithm(info, 'SignatureMethod', signatureMethods)
	requireAlgorithm(reference, 'DigestMethod', digestMethods)
	requirePlainTransforms(reference)
	return true
}

function only(elements: readonly XmlElement[]): XmlElement {
	const [element, ...others] = elements
	if (!element || others.length > 0) throw invalidAssertion('a signature has parts too many or too few')
	return element
}

function requireAlgorithm(parent: XmlElement, name: string, allowed: readonly string[]): void {
	const algorithm = only(childrenOf(parent, ds, name)).attributes.get('Algorithm') ?? ''
	if (!allowed.includes(algorithm))
		throw invalidAssertion(`a signature uses an algorithm that is not taken (${algorithm.slice(0, 80)})`)
}

function requirePlainTransforms(reference: XmlElement): void {
	const list = only(childrenOf(reference, ds, 'Transforms'))
	const [first, second, ...more] = childrenOf(list, ds, 'Transform').map(
		({ attributes }) => attributes.get('Algorithm') ?? '',
	)
	const isPlain = first === enveloped && (!second || canonicalizations.includes(second))
	if (!isPlain || more.length > 0) throw invalidAssertion('a signature transforms what it signs')
}

/** The refusal of a response, with its reason. */
export function invalidAssertion(reason: string, cause?: unknown): AuthError {
	const message = `SAML Assertion is not valid: ${reason}`
	return new AuthError(400, 'validation_failed', message, { cause })
}
