/** The texts of a feed; its items are in the order of the wall's items. */
export type FeedText = {
	lang: string
	title: string
	items: {
		lang: string
		dir: 'ltr' | 'rtl'
		/** The author's own, or who wrote about whom. */
		title: string
		/** The author, or a placeholder. */
		name: string
		paragraphs: string[]
		/** The facts below the words: role, stars, verification, reward. */
		facts: string[]
	}[]
}
