import type { CardShape, CardText } from '#shared/wall/share-card.ts'

/** Colours as `#rrggbb`. */
export type CardLook = { bg: string; fg: string; soft: string; mark: string; stars: string; rule: string }

/** Pictures are JPEG, PNG or WebP. */
export type CardJob = {
	shape: CardShape
	look: CardLook
	text: CardText
	logo: Uint8Array | null
	avatar: Uint8Array | null
	photo: Uint8Array | null
	/** The photo is the still picture of a video. */
	isVideo: boolean
}

export type CardAnswer = { png: Uint8Array } | { error: string }
