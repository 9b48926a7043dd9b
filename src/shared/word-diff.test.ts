import { expect, it } from 'vitest'
import { type DiffPart, diffTexts } from './word-diff.ts'

const without = (parts: DiffPart[], change: DiffPart['change']) =>
	parts
		.filter((part) => part.change !== change)
		.map(({ text }) => text)
		.join('')

it('both versions can be read whole from the parts', () => {
	const pairs = [
		['The frame came late.', 'The frame came two days late, in one piece.'],
		['وصل الإطار متأخرا.', 'وصل الإطار في موعده.'],
		['額縁は遅れて届いた。', '額縁は二日早く届いた。'],
		['One line.', 'One\nline.'],
		['', 'Words.'],
		['a', '<b>b</b> 👩‍👩‍👧'],
	] as const
	for (const [former, present] of pairs) {
		const parts = diffTexts(former, present, 'en')
		expect(without(parts, 'added')).toBe(former)
		expect(without(parts, 'removed')).toBe(present)
	}
})

it('a changed word is one removed and one added part', () => {
	const parts = diffTexts('It came late.', 'It came early.', 'not a locale')
	expect(parts.filter(({ change }) => change !== 'same')).toEqual([
		{ text: 'late', change: 'removed' },
		{ text: 'early', change: 'added' },
	])
})

it('two long texts without a common word are shown as one replaced by the other', () => {
	const words = (letter: string) => Array.from({ length: 12_000 }, (_, at) => `${letter}${at}`).join(' ')
	const parts = diffTexts(words('a'), words('b'), 'en')
	expect(without(parts, 'removed')).toBe(words('b'))
})

it('a word is compared whole in every script', () => {
	const changed = (former: string, present: string, locale: string) =>
		diffTexts(former, present, locale).flatMap(({ text, change }) => (change === 'same' ? [] : [text]))
	expect(changed('أربعة أوعية نأكل', 'أربعة أطباق نأكل', 'ar')).toEqual(['أوعية', 'أطباق'])
	expect(changed('красивая миска', 'красивые миска', 'ru')).toEqual(['красивая', 'красивые'])
	expect(changed('毎日茶碗で食べる', '毎日お皿で食べる', 'ja').join()).toContain('茶碗')
})

it('words that are replaced in a row are one replacement', () => {
	expect(diffTexts('It is a very nice bowl.', 'It is one of my best bowls.', 'en').map(({ change }) => change)).toEqual(
		['same', 'removed', 'added', 'same'],
	)
})
