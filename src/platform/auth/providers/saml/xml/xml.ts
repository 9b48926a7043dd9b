import { xmlLimits } from '#shared/parser-limits.ts'

/** A parsed element: prefixes are resolved, comments and processing instructions dropped. */
export type XmlElement = {
	name: string
	namespace: string
	/** Attributes without a namespace, by name. */
	attributes: ReadonlyMap<string, string>
	/** Values of all attributes named ID, in any namespace: a signature could refer to each. */
	ids: readonly string[]
	children: readonly XmlElement[]
	/** Text directly in the element, without that of its children. */
	text: string
}

export const namespaces = {
	assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
	protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
	metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
	signature: 'http://www.w3.org/2000/09/xmldsig#',
}

/** Why a text is rejected; the message is for its sender. */
export class XmlError extends Error {}

/** The part of the DOM that is used here; the parser's own types require the DOM library. */
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
const attributesForEach = 4
// Characters that XML 1.0 forbids, also as references; PostgreSQL rejects most of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const comment = /<!--[\s\S]*?-->/g
const characterData = /<!\[CDATA\[[\s\S]*?\]\]>/g
const strayAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/

/**
 * Parses XML with the parser that verifies signatures, so that both read the same. Document types are rejected, so no
 * entity is defined, expanded or fetched.
 * @param most maximum number of elements; verifying a signature takes quadratic time
 * @throws XmlError
 */
export async function parseXml(text: string, most = xmlLimits.elements): Promise<XmlElement> {
	if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text))
		throw new XmlError('it contains a document type declaration')
	let elements = 0
	for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1))
		if (text[at + 1] !== '/' && ++elements > most) throw new XmlError('it has too many elements')
	if (isTooDeep(text)) throw new XmlError('its elements are nested too deep')
	if (hasWideElement(text)) throw new XmlError('it has too many attributes')
	if (!(await isWellFormed(text))) throw new XmlError('it is not well-formed XML')
	const { parseDomFromString } = await import('@node-saml/node-saml/lib/xml.js')
	const document = await parseDomFromString(text).catch(() => {
		throw new XmlError('it is not well-formed XML')
	})
	let attributes = 0
	return readElement(document.documentElement as unknown as DomNode, 1, (count) => {
		attributes += count
		if (attributes > most * attributesForEach) throw new XmlError('it has too many attributes')
	})
}

/** True when tags open many more elements than they close, so that the parser need not build them. */
function isTooDeep(text: string): boolean {
	let depth = 0
	for (const [found] of text.matchAll(/<\/|\/>|<[\p{L}_:]/gu)) {
		depth += found === '</' || found === '/>' ? -1 : 1
		if (depth > xmlLimits.depth) return true
	}
	return false
}

/** True when a start tag has too many attributes. The parser compares each attribute with all others of its element. */
function hasWideElement(text: string): boolean {
	let count = 0
	for (const [found] of text.matchAll(/<|=\s{0,9}["']/g)) {
		count = found === '<' ? 0 : count + 1
		if (count > xmlLimits.attributes) return true
	}
	return false
}

/**
 * True for XML that a strict parser accepts without a warning. Lenient parsers repair malformed XML, each in its own way;
 * where two of them read one message, an attacker can make them read different things.
 */
export async function isWellFormed(xml: string): Promise<boolean> {
	// Loaded on demand: most processes never need it.
	const { DOMParser, onWarningStopParsing } = await import('@xmldom/xmldom')
	try {
		const parser = new DOMParser({ locator: false, onError: onWarningStopParsing })
		parser.parseFromString(xml, 'application/xml')
	} catch {
		return false
	}
	// The parser accepts an ampersand that starts no reference.
	return !strayAmpersand.test(xml.replace(comment, '').replace(characterData, ''))
}

function readElement(node: DomNode, depth: number, note: (count: number) => void): XmlElement {
	if (depth > xmlLimits.depth) throw new XmlError('its elements are nested too deep')
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
		throw new XmlError('it contains characters that XML does not allow')
	return value
}

/** Children with this namespace and name. */
export function childrenOf(parent: XmlElement, namespace: string, name: string): readonly XmlElement[] {
	return parent.children.filter((child) => child.name === name && child.namespace === namespace)
}

/** The element and all its descendants. */
export function descendantsAndSelf(element: XmlElement): XmlElement[] {
	return [element, ...element.children.flatMap(descendantsAndSelf)]
}

/** Escapes a text or attribute value for XML. */
export function escapeXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/**
 * Parses an XML Schema dateTime. SAML times are UTC, also without a time zone.
 * @returns undefined for other texts
 */
export function parseXmlDateTime(text: string | undefined): Date | undefined {
	const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/.exec(text ?? '')
	if (!match) return undefined
	const time = new Date(`${match[1]}${match[2] ?? 'Z'}`)
	return Number.isNaN(time.getTime()) ? undefined : time
}
