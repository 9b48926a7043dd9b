import type { RecorderTrimMessages } from '#web/i18n/en/recorder-trim.ts'
import { useLateWords } from '#web/public/recorder/late-words.ts'

/** Suspends until the texts of the screen are there. */
export const useTrimWords = () => useLateWords(load)

function load(lang: string): Promise<RecorderTrimMessages> {
	switch (lang) {
		case 'ar':
			return import('#web/i18n/ar/recorder-trim.ts').then(({ arabic }) => arabic)
		case 'de':
			return import('#web/i18n/de/recorder-trim.ts').then(({ german }) => german)
		case 'es':
			return import('#web/i18n/es/recorder-trim.ts').then(({ spanish }) => spanish)
		case 'fr':
			return import('#web/i18n/fr/recorder-trim.ts').then(({ french }) => french)
		default:
			return import('#web/i18n/en/recorder-trim.ts').then(({ english }) => english)
	}
}
