import type { RecorderProblemMessages } from '#web/i18n/en/recorder-problem.ts'
import { useLateWords } from '#web/public/recorder/late-words.ts'

/** Suspends until the texts of the screen are there. */
export const useProblemWords = () => useLateWords(load)

function load(lang: string): Promise<RecorderProblemMessages> {
	switch (lang) {
		case 'ar':
			return import('#web/i18n/ar/recorder-problem.ts').then(({ arabic }) => arabic)
		case 'de':
			return import('#web/i18n/de/recorder-problem.ts').then(({ german }) => german)
		case 'es':
			return import('#web/i18n/es/recorder-problem.ts').then(({ spanish }) => spanish)
		case 'fr':
			return import('#web/i18n/fr/recorder-problem.ts').then(({ french }) => french)
		default:
			return import('#web/i18n/en/recorder-problem.ts').then(({ english }) => english)
	}
}
