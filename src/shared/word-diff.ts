import { diffWordsWithSpace } from 'diff'

/** A run of characters that both versions have, or that only one of them has. */
export type DiffPart = { text: string; change: 'same' | 'removed' | 'added' }

/** Limit of a comparison in milliseconds; beyond it, every word of both versions is shown. */
const timeLimit = 300

const segmenterFor = (locale: string): Intl.Segmenter => {
	try {
		return new Intl.Segmenter(locale, { granularity: 'word' })
	} catch {
		return new Intl.Segmenter(undefined, { granularity: 'word' })
	}
}

/** Compares two versions of a text, word by word by the rules of its language. */
export const diffTexts = (former: string, present: string, locale: string): DiffPart[] => {
	const parts = diffWordsWithSpace(former, present, { intlSegmenter: segmenterFor(locale), timeout: timeLimit })
	if (!parts)
		return [
			{ text: former, change: 'removed' },
			{ text: present, change: 'added' },
		]
	return parts.map(({ value, removed, added }) => ({
		text: value,
		change: removed ? 'removed' : added ? 'added' : 'same',
	}))
}
