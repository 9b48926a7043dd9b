import type { ComponentType } from 'react'
import type { RecorderMessages } from '#web/i18n/en/recorder.ts'
import type { RecorderProps } from './recorder-props.ts'

/** The texts of each language are a chunk of their own, so a visitor loads one language. */
function loadMessages(lang: string): Promise<RecorderMessages> {
	switch (lang) {
		case 'ar':
			return import('#web/i18n/ar/recorder.ts').then(({ arabic }) => arabic)
		case 'de':
			return import('#web/i18n/de/recorder.ts').then(({ german }) => german)
		case 'es':
			return import('#web/i18n/es/recorder.ts').then(({ spanish }) => spanish)
		case 'fr':
			return import('#web/i18n/fr/recorder.ts').then(({ french }) => french)
		default:
			return import('#web/i18n/en/recorder.ts').then(({ english }) => english)
	}
}

/** Loads the recorder and its texts side by side. */
export async function loadRecorder(
	lang: string,
): Promise<{ Recorder: ComponentType<RecorderProps>; words: RecorderMessages }> {
	const [{ default: Recorder }, words] = await Promise.all([import('./recorder.tsx'), loadMessages(lang)])
	return { Recorder, words }
}
