/** The parts of the font libraries that are used; neither has types of its own. */
declare module 'fontverter' {
	/** The source's format is told by its first bytes. */
	export function convert(font: Buffer, to: 'sfnt' | 'woff2'): Promise<Buffer>
}
declare module 'opentype.js/dist/opentype.mjs' {
	type Names = Partial<Record<'preferredFamily' | 'fontFamily' | 'fullName', Record<string, string>>>
	export type Font = {
		unitsPerEm: number
		ascender: number
		descender: number
		numGlyphs: number
		names: Partial<Record<'windows' | 'macintosh' | 'unicode', Names>>
		tables: {
			os2?: Record<
				'fsType' | 'fsSelection' | 'usWeightClass' | 'sTypoAscender' | 'sTypoDescender' | 'sTypoLineGap',
				number
			>
			hhea?: { lineGap: number }
			fvar?: { axes: { tag: string; minValue: number; maxValue: number }[] }
		}
		charToGlyphIndex(letter: string): number
		charToGlyph(letter: string): { advanceWidth?: number }
	}
	/** @throws Error */
	export function parse(tables: ArrayBuffer): Font
}
