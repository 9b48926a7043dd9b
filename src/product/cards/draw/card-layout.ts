import type { CardShape } from '#shared/wall/share-card.ts'

/** Measures of a card, in pixels, from the side on which its language begins. */
export type CardLayout = {
	width: number
	height: number
	/** Left and right edge of everything but photos. */
	left: number
	right: number
	head: { middle: number; logo: number; size: number }
	/** The words stand in the middle between these. */
	top: number
	bottom: number
	/** The line above the author, and what stands below it. */
	rule: number
	name: number
	detail: number
	stars: number
	avatar: { top: number; size: number }
	/** Type sizes of the words, largest first. */
	sizes: readonly number[]
	photo: { left: number; top: number; width: number; height: number } | null
}

/** @param dir of the card: a photo stands at the end of a line, above the words of a square */
export function cardLayout(shape: CardShape, hasPhoto: boolean, dir: 'ltr' | 'rtl'): CardLayout {
	return shape === 'wide' ? wideLayout(hasPhoto, dir) : squareLayout(hasPhoto)
}

function wideLayout(hasPhoto: boolean, dir: 'ltr' | 'rtl'): CardLayout {
	const panel = hasPhoto ? 430 : 0
	const gap = hasPhoto ? 56 : 72
	return {
		width: 1200,
		height: 630,
		left: dir === 'ltr' ? 72 : panel + gap,
		right: dir === 'ltr' ? 1200 - panel - gap : 1128,
		head: { middle: 76, logo: 48, size: 30 },
		top: 122,
		bottom: 456,
		rule: 484,
		name: 543,
		detail: 575,
		stars: 513,
		avatar: { top: 512, size: 72 },
		sizes: hasPhoto ? [84, 62, 50, 42, 36] : [118, 84, 62, 50, 43, 37],
		photo: hasPhoto ? { left: dir === 'ltr' ? 770 : 0, top: 0, width: 430, height: 630 } : null,
	}
}

function squareLayout(hasPhoto: boolean): CardLayout {
	return {
		width: 1080,
		height: 1080,
		left: 80,
		right: 1000,
		head: { middle: 104, logo: 56, size: 34 },
		top: hasPhoto ? 704 : 184,
		bottom: hasPhoto ? 892 : 880,
		rule: 910,
		name: 969,
		detail: 1001,
		stars: 939,
		avatar: { top: 938, size: 72 },
		sizes: hasPhoto ? [62, 50, 42, 36] : [132, 96, 76, 62, 52, 44],
		photo: hasPhoto ? { left: 0, top: 164, width: 1080, height: 520 } : null,
	}
}
