import { isWellFormed } from './well-formed.ts'

/** An element as it is read: what prefixes said is resolved, comments and instructions are gone. */
export type XmlElement = {
	name: string
	namespace: string
	/** Those without a namespace, by name. */
	attributes: ReadonlyMap<string, string>
	/** Values of every attribute that a signature could refer to by, whatever its namespace. */
	ids: readonly string[]
	children: readonly XmlElement[]
	/** What stands directly in the element, without what its children hold. */
	text: string
}

export const namespaces = {
	assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
	protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
	metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
	signature: 'http://www.w3.org/2000/09/xmldsig#',
}

/** Why a text is not read. The message is for the person who sent it. */
export class XmlProblem extends Error {}

/** The part of a parsed document that is used here; the parser's own types need a browser's. */
type DomNode = {
	nodeType: number
	nodeValue: string | null
	localName: string
	namespaceURI: string | null
	firstChild: DomNode | null
	nextSibling: DomNode | null
	attributes: { length: number; item(index: number): DomNode | null }
}

const elementNode = 1
const textNodes = [3, 4]
const maxDepth = 40
const mostElements = 20_000
const attributesForEach = 4
// What XML 1.0 lets no document contain, by reference or otherwise; PostgreSQL would refuse most of it too.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/**
 * Parses XML with the parser that signatures are checked with, so that nothing is read two ways.
 * No document type is read, hence no entity is defined, expanded or fetched.
 * @param most how many elements are taken; verifying a signature takes time by their square
 * @throws XmlProblem
 */
export async function parseXml(text: string, most = mostElements): Promise<XmlElement> {
	if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text))
		throw new XmlProblem('it contains a document type declaration')
	let elements = 0
	for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1))
		if (text[at + 1] !== '/' && ++elements > most) throw new XmlProblem('it has too many elements')
	if (!isWellFormed(text)) throw new XmlProblem('it is not well-formed XML')
	const { parseDomFromString } = await import('@node-saml/node-saml/lib/xml.js')
	const document = await parseDomFromString(text).catch(() => {
		throw new XmlProblem('it is not well-formed XML')
	})
	let attributes = 0
	return readElement(document.documentElement as unknown as DomNode, 1, (count) => {
		attributes += count
		if (attributes > most * attributesForEach) throw new XmlProblem('it has too many attributes')
	})
}

function readElement(node: DomNode, depth: number, note: (count: number) => void): XmlElement {
	if (depth > maxDepth) throw new XmlProblem('its elements are nested too deep')
	note(node.attributes.length)
	const attributes = new Map<string, string>()
	const ids: string[] = []
	for (let i = 0; i < node.attributes.length; i++) {
		const attribute = node.attributes.item(i)
		if (!attribute) continue
		const { localName, namespaceURI, nodeValue } = attribute
		const value = checked(nodeValue ?? '')
		if (!namespaceURI) attributes.set(localName, value)
		if (/^id$/i.test(localName)) ids.push(value)
	}
	const children: XmlElement[] = []
	let text = ''
	for (let child = node.firstChild; child; child = child.nextSibling)
		if (child.nodeType === elementNode) children.push(readElement(child, depth + 1, note))
		else if (textNodes.includes(child.nodeType)) text += checked(child.nodeValue ?? '')
	const { localName: name, namespaceURI } = node
	return { name, namespace: namespaceURI ?? '', attributes, ids, children, text }
}

function checked(value: string): string {
	if (forbidden.test(value) || !value.isWellFormed())
		throw new XmlProblem('it contains characters that XML does not allow')
	return value
}

/** The children with a name, in a namespace. */
export function childrenOf(
	parent: XmlElement,
	namespace: string,
	name: string,
): readonly XmlElement[] {
	return parent.children.filter((child) => child.name === name && child.namespace === namespace)
}

/** The element itself and everything in it. */
export function everythingIn(element: XmlElement): XmlElement[] {
	return [element, ...element.children.flatMap(everythingIn)]
}

/** A text or attribute value made safe to stand in XML. */
export function escapeXml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
}
