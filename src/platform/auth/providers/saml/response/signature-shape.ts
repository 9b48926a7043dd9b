import { childrenOf, descendantsAndSelf, namespaces, type XmlElement } from '#platform/auth/providers/saml/xml/xml.ts'
import { invalidAssertion } from './invalid-assertion.ts'

const ds = namespaces.signature
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
 * True when an element has a signature of the accepted form: one direct child with one reference, to that element,
 * known algorithms and no objects. Verification follows later.
 * @throws AuthError 400 validation_failed for any other form
 */
export function isSigned(element: XmlElement): boolean {
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
