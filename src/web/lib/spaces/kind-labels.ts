import type { Kind } from '#shared/public-form.ts'

export const kindLabels: Record<Kind, string> = {
	text: 'Text',
	photo: 'Photo',
	video: 'Video',
	audio: 'Audio',
}

const supportedKinds: readonly Kind[] = ['text', 'photo']

/** The kinds that a form can take, and further ones that a form or wall already has. */
export const offeredKinds = (present: readonly Kind[]): Kind[] => [...new Set([...supportedKinds, ...present])]
