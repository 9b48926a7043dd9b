import { fontLimits } from '#shared/parser-limits.ts'

/** The facts of a font that was read: enough to reserve room for its words and to stand in for it until it is loaded. */
export type FontFacts = {
	/** Its own name, which the owner sees. */
	name: string
	/** Above and below the baseline, and between lines, in parts of the type size. */
	ascent: number
	descent: number
	gap: number
	/** The average width of a letter of English text in parts of the type size. */
	width: number
	/** The lightest and the heaviest weight: equal unless the font is variable. */
	weights: [number, number]
	isItalic: boolean
}

export type FontJob = { bytes: Uint8Array }

/** A font as it is stored and served: WOFF2, written by Plaudit. */
export type ReadFont = FontFacts & { bytes: Uint8Array }

export type FontAnswer = { font: ReadFont } | { problem: FontProblem }

/**
 * `type`: not a font by its bytes. `large`: more bytes than may be uploaded. `heavy`: too large for a website when compressed.
 * `costly`: needs more memory or time than a font may.
 */
export type FontProblem = 'empty' | 'type' | 'collection' | 'large' | 'heavy' | 'damaged' | 'restricted' | 'costly'

const inMegabytes = (bytes: number) => `${bytes / 1_000_000} MB`

/** The owner's words about a refused file. */
export const fontProblemTexts: Record<FontProblem, string> = {
	empty: 'This file is empty.',
	type: 'This is not a font. Choose a WOFF2, WOFF, TTF or OTF file.',
	collection: 'This file is a collection of several fonts. Choose a file with one font.',
	large: `This file is larger than ${inMegabytes(fontLimits.upload)}. Choose a version for websites, best as WOFF2.`,
	heavy: `Even compressed, this font is larger than ${inMegabytes(fontLimits.stored)}, too much for visitors. Choose a version with fewer characters.`,
	damaged: 'This font is damaged and cannot be read.',
	restricted:
		'The maker of this font forbids embedding it (“Restricted License” in the file). Choose another font, or ask its maker for a web licence and file.',
	costly: 'This font takes too much memory or time to read. Choose a simpler version.',
}

/** A font that is refused. */
export class FontRejected extends Error {
	readonly problem: FontProblem
	constructor(problem: FontProblem) {
		super(fontProblemTexts[problem])
		this.problem = problem
	}
}
