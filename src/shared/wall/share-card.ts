/** 1200 × 630 for link previews, 1080 × 1080 for feeds of pictures. */
export type CardShape = 'wide' | 'square'

export const cardSizes = {
	wide: { width: 1200, height: 630 },
	square: { width: 1080, height: 1080 },
} as const

/** The texts of a picture that stands for a testimonial, a wall or a form. */
export type CardText = {
	/** BCP 47; chooses fonts and line breaks. */
	lang: string
	dir: 'ltr' | 'rtl'
	/** The name of the space. */
	space: string
	/** The author's title, above the words. */
	headline: string | null
	/** Words of a person between quotation marks, or a title without marks. */
	words: string
	marks: { open: string; close: string } | null
	/** Said below the words, even when all of them fit. */
	note: string | null
	/** With `{shown}` and `{all}`, which are numbers of characters: said when the card cuts the words. */
	cutNote: string
	/** The author, or what a title is about. */
	name: string
	detail: string
	/** 1 to 5, of an average with a fraction; null: no stars are drawn. */
	rating: number | null
	/** The verification, or what an average is made of. */
	basis: string | null
}
