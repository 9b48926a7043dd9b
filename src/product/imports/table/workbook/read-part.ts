import { FileRefused } from '#product/imports/table/file-refused.ts'
import { type MarkupHandler, parseMarkup } from '#product/imports/table/markup/parse-markup.ts'
import type { ZipParts } from '#product/imports/table/zip-parts.ts'
import { workbookLimits } from '#shared/parser-limits.ts'

/** Parses a part of a workbook as it is unpacked; returns after each piece. @throws FileRefused */
export function readPart(zip: ZipParts, name: string, handler: MarkupHandler): AsyncGenerator<void> {
	if (zip.sizeOf(name) > workbookLimits.unpackedBytes)
		throw new FileRefused(
			`A sheet of this workbook unpacks to more than ${workbookLimits.unpackedBytes / 1024 / 1024} MB. Split it and import the parts.`,
		)
	return parseMarkup(decode(zip.read(name)), 'xml', handler)
}

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let decoder: TextDecoder | undefined
	for await (const chunk of bytes) {
		decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8')
		yield decoder.decode(chunk, { stream: true })
	}
}
