import { FileRefused } from '#product/imports/table/file-refused.ts'
import { markupLimits } from '#shared/parser-limits.ts'

type Attributes = Record<string, string>

/** The events of a document. Names of elements of XML have their prefix, those of HTML are small. */
export type MarkupHandler = {
	open(name: string, attributes: Attributes): void
	close(name: string): void
	text(text: string): void
}

/**
 * Parses XML or HTML as it arrives. Declarations of entities are refused and never resolved.
 * @returns after each piece, so that a reader hands on the rows found by then
 * @throws FileRefused
 */
export async function* parseMarkup(
	text: AsyncIterable<string>,
	kind: 'xml' | 'html',
	handler: MarkupHandler,
): AsyncGenerator<void> {
	const isXml = kind === 'xml'
	const { Parser } = await import('htmlparser2')
	let depth = 0
	const parser = new Parser(
		{
			// The parser looks through all open elements at each end tag.
			onopentagname() {
				if (++depth > markupLimits.depth) throw tooDeep()
			},
			onopentag: (name, attributes) => handler.open(name, attributes),
			onclosetag(name) {
				depth--
				handler.close(name)
			},
			ontext: (part) => handler.text(part),
			onprocessinginstruction(name, data) {
				if (/^!doctype$/i.test(name) && (isXml || /\[|<!/.test(data))) throw definesEntities()
				if (/^!(?:entity|element|attlist|notation)/i.test(name)) throw definesEntities()
			},
		},
		{ xmlMode: isXml, decodeEntities: true },
	)
	let unclosed = 0
	for await (const piece of text) {
		// The parser keeps what it has not taken in yet, such as a comment without an end.
		unclosed = piece.includes('>') ? 0 : unclosed + piece.length
		if (unclosed > markupLimits.unclosed) throw new FileRefused('A part of this file has no end.')
		parser.write(piece)
		yield
	}
	parser.end()
	yield
}

const tooDeep = () => new FileRefused(`The elements of this file are nested deeper than ${markupLimits.depth} levels.`)

const definesEntities = () =>
	new FileRefused(
		'This XML declares entities or a document type (DOCTYPE), which are not read. Export it again without, or as CSV.',
	)

/** The name of an element without its prefix. */
export const localName = (name: string) => name.slice(name.indexOf(':') + 1)
