/** The face of words in a style sheet: type size and line height in px, and the most lines. */
export type Face = readonly [size: number, line: number, most: number]
/** Faces by length class, from the shortest words to the longest. */
export type Faces = readonly [Face, Face, Face, Face]

/** The most lines of each row of a list, and of a feature. */
const listMost = 6
const featureMost = 8

/**
 * The faces of the words of testimonials by layout and width, from the narrowest. A style sheet names those of the words of length 1 in the
 * second width `var(--face-list-1-560)`, and their most lines `var(--most-list-1-560)`.
 */
export const faces = {
	masonry: [
		[
			[25, 31, 5],
			[20, 28, 12],
			[20, 28, 12],
			[16, 24, 9],
		],
	],
	grid: [
		[
			[25, 32, 6],
			[20, 28, 6],
			[16, 24, 6],
			[16, 24, 6],
		],
	],
	carousel: [
		[
			[31, 38, 4],
			[24, 33, 6],
			[20, 28, 6],
			[16, 24, 7],
		],
	],
	/** Words that share a cell of a carousel. */
	half: [
		[
			[20, 28, 4],
			[20, 28, 6],
			[20, 28, 6],
			[20, 28, 7],
		],
	],
	list: [
		[
			[25, 34, listMost],
			[20, 28, listMost],
			[20, 28, listMost],
			[16, 24, listMost],
		],
		[
			[25, 34, listMost],
			[20, 28, listMost],
			[20, 28, listMost],
			[16, 28, listMost],
		],
		[
			[31, 40, listMost],
			[25, 34, listMost],
			[20, 28, listMost],
			[16, 28, listMost],
		],
	],
	single: [
		[
			[31, 38, 5],
			[20, 28, 7],
			[20, 28, 7],
			[16, 24, 8],
		],
		[
			[39, 46, 4],
			[25, 34, 5],
			[25, 34, 5],
			[20, 28, 6],
		],
		[
			[61, 68, 3],
			[39, 50, 4],
			[31, 43, 5],
			[25, 34, 6],
		],
	],
	/** Words beside a film that is set as a headline; the broadest are those of a tall one. */
	film: [
		[
			[20, 28, 3],
			[20, 28, 3],
			[20, 28, 3],
			[20, 28, 3],
		],
		[
			[25, 34, 4],
			[25, 34, 4],
			[25, 34, 4],
			[20, 28, 5],
		],
		[
			[31, 43, 4],
			[31, 43, 4],
			[31, 43, 4],
			[20, 28, 5],
		],
	],
	feature: [
		[
			[25, 33, featureMost],
			[25, 33, featureMost],
			[20, 28, featureMost],
			[20, 28, featureMost],
		],
		[
			[36, 46, featureMost],
			[36, 46, featureMost],
			[25, 34, featureMost],
			[20, 29, featureMost],
		],
	],
	/** A feature without a picture, from 720 px. */
	plain: [
		[
			[61, 68, featureMost],
			[36, 46, featureMost],
			[25, 34, featureMost],
			[20, 29, featureMost],
		],
	],
} as const satisfies Record<string, readonly Faces[]>
