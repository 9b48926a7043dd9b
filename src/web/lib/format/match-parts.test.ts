import { expect, it } from 'vitest'
import { matchParts } from './match-parts.ts'

const marked = (text: string, search: string) =>
	matchParts(text, search)
		.map((part) => (part.isMatch ? `[${part.text}]` : part.text))
		.join('')

it('every word that a search found is marked, without regard to case, accents and endings', () => {
	expect(marked('At the Wheel, the wheels', 'wheel')).toBe('At the [Wheel], the [wheels]')
	expect(marked('Pots from München', 'munch pot')).toBe('[Pots] from [München]')
	expect(marked('Kapıda YILDIZ, yİldiz', 'KAPIDA yıldız')).toBe('[Kapıda] [YILDIZ], [yİldiz]')
	expect(marked('She was throwing.', 'throws')).toBe('She was [throwing].')
	expect(marked('قبل العجلة.', 'العجلة')).toBe('قبل [العجلة].')
	expect(marked('東京で一番の陶芸教室です。', '陶芸')).toBe('東京で一番の[陶芸]教室です。')
	expect(marked('Thanks 🎉', '🎉')).toBe('Thanks [🎉]')
})

it('what is excluded, signs and an empty search mark nothing', () => {
	expect(marked('At the wheel', 'at -wheel')).toBe('[At] the wheel')
	for (const search of ['', '  ', '% (', '"', 'clay', '-'])
		expect(marked('At the wheel (100%)', search)).toBe('At the wheel (100%)')
})

it('a long beginning is shortened at a word, and a long end is cut', () => {
	expect(marked(`${'before '.repeat(40)}wheel`, 'wheel')).toMatch(/^… before( before)+ \[wheel\]$/)
	const cut = matchParts(`wheel ${'after '.repeat(200)}wheel`, 'wheel', 18, 100)
	expect(cut.map(({ text }) => text).join('').length).toBeLessThan(120)
})
