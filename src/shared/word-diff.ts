import { diffArrays } from 'diff'

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
	const segmenter = segmenterFor(locale)
	const split = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)
	const parts = diffArrays(split(former), split(present), { timeout: timeLimit })
	if (!parts)
		return [
			{ text: former, change: 'removed' },
			{ text: present, change: 'added' },
		]
	return joinReplaced(
		parts.map(({ value, removed, added }) => ({
			text: value.join(''),
			change: removed ? 'removed' : added ? 'added' : 'same',
		})),
	)
}

/** Several replaced words in a row are one replacement, together with the spaces between them. */
const joinReplaced = (parts: DiffPart[]): DiffPart[] => {
	const joined: DiffPart[] = []
	let [removed, added] = ['', '']
	const flush = () => {
		if (removed) joined.push({ text: removed, change: 'removed' })
		if (added) joined.push({ text: added, change: 'added' })
		removed = added = ''
	}
	parts.forEach(({ text, change }, at) => {
		const isSpaceBetween = change === 'same' && /^\s+$/.test(text) && (parts[at + 1]?.change ?? 'same') !== 'same'
		if (change === 'same' && !(isSpaceBetween && removed && added)) {
			flush()
			joined.push({ text, change })
			return
		}
		if (change !== 'added') removed += text
		if (change !== 'removed') added += text
	})
	flush()
	return joined
}
