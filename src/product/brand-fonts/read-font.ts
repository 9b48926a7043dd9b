import { convert } from 'fontverter'
import { type Font, parse } from 'opentype.js/dist/opentype.mjs'
import { fontLimits } from '#shared/parser-limits.ts'
import { averageWidth } from '#shared/wall/average-width.ts'
import { type FontFacts, FontRejected, type ReadFont } from './font-job.ts'
import { unpackFont } from './unpack-font.ts'

const maxNameLength = 80

/**
 * Reads a font by its content and encodes it again as WOFF2. Bytes that belong to no table of the font are dropped.
 * @throws FontRejected, or an error of a library for a font that is damaged
 */
export async function readFont(file: Buffer): Promise<ReadFont> {
	if (file.length === 0) throw new FontRejected('empty')
	if (file.length > fontLimits.upload) throw new FontRejected('large')
	const tables = await unpackFont(file)
	const font = parse(new Uint8Array(tables).buffer)
	if (isRestricted(font)) throw new FontRejected('restricted')
	const facts = factsOf(font)
	const bytes = await convert(tables, 'woff2')
	if (bytes.length > fontLimits.stored) throw new FontRejected('heavy')
	return { ...facts, bytes }
}

/**
 * OS/2.fsType: restricted alone, or bitmaps only. Where an old font sets several bits, the most permissive one counts.
 * https://learn.microsoft.com/typography/opentype/spec/os2#fstype
 */
function isRestricted({ tables }: Font): boolean {
	const type = tables.os2?.fsType ?? 0
	return (type & 0xf) === 2 || (type & 0x200) !== 0
}

function factsOf(font: Font): FontFacts {
	const { unitsPerEm, ascender, descender, tables } = font
	if (!(unitsPerEm >= 16 && unitsPerEm <= 16_384) || font.numGlyphs < 2) throw new FontRejected('damaged')
	const inEm = (units: number) => Math.round((units / unitsPerEm) * 10_000) / 10_000
	// The bit says that typographic metrics replace those of the table hhea.
	const typo = tables.os2 && (tables.os2.fsSelection & 0x80) !== 0 ? tables.os2 : undefined
	const ascent = inEm(typo?.sTypoAscender ?? ascender)
	const descent = inEm(-(typo?.sTypoDescender ?? descender))
	const gap = Math.max(0, inEm(typo?.sTypoLineGap ?? tables.hhea?.lineGap ?? 0))
	const isLatin = font.charToGlyphIndex('e') > 0
	const width = isLatin ? inEm(averageWidth((letter) => font.charToGlyph(letter).advanceWidth ?? 0)) : 0
	const isPlausible = ascent > 0 && ascent < 4 && descent > -1 && descent < 4 && gap < 4 && width < 4
	if (!isPlausible) throw new FontRejected('damaged')
	const weight = tables.fvar?.axes.find(({ tag }) => tag === 'wght')
	const own = tables.os2?.usWeightClass ?? 400
	return {
		name: nameOf(font),
		ascent,
		descent: Math.max(0, descent),
		gap,
		width,
		weights: weight ? [cssWeight(weight.minValue), cssWeight(weight.maxValue)] : [cssWeight(own), cssWeight(own)],
		isItalic: ((tables.os2?.fsSelection ?? 0) & 1) !== 0,
	}
}

const cssWeight = (weight: number) => Math.min(1000, Math.max(1, Math.round(weight)))

/** The name of the family, without control characters; fonts may name themselves on several platforms and in any language. */
function nameOf({ names }: Font): string {
	const platforms = [names.windows, names.macintosh, names.unicode]
	for (const field of ['preferredFamily', 'fontFamily', 'fullName'] as const)
		for (const platform of platforms) {
			const texts = platform?.[field]
			const text = texts?.en ?? Object.values(texts ?? {})[0]
			const name = typeof text === 'string' ? text.replace(/[\p{C}\s]+/gu, ' ').trim() : ''
			if (name) return [...name].slice(0, maxNameLength).join('')
		}
	return 'Unnamed font'
}
