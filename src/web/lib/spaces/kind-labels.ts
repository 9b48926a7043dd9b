import type { Kind } from '#shared/public-form.ts'

export const kindLabels: Record<Kind, string> = {
	text: 'Text',
	photo: 'Photo',
	video: 'Video',
	audio: 'Audio',
}
