import type { Kind } from '#shared/form/public-form.ts'

export const kindLabels: Record<Kind, string> = {
	text: 'Text',
	photo: 'Photo',
	video: 'Video',
	audio: 'Audio',
}

/** All kinds, in the order in which they are offered. */
export const allKinds = Object.keys(kindLabels) as Kind[]
