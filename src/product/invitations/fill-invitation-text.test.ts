import { expect, it } from 'vitest'
import { fillInvitationText } from './fill-invitation-text.ts'

const values = { name: 'Ines', space: 'Fernhill Pottery', form: 'Evening course' }
const fill = (text: string) => fillInvitationText(text, values, false)
const withoutName = (text: string) => fillInvitationText(text, { ...values, name: null }, false)

it('each placeholder is filled, wherever and however often it stands', () => {
	expect(fill('{name}, {space} asks about {form}. Thanks, {name}!')).toBe(
		'Ines, Fernhill Pottery asks about Evening course. Thanks, Ines!',
	)
})

it('a value is inserted as it is, also when it looks like a placeholder or a pattern', () => {
	expect(fillInvitationText('Hello {name}', { ...values, name: '{space} $& $1' }, false)).toBe('Hello {space} $& $1')
})

it('a missing name leaves a clean text', () => {
	for (const [text, clean] of [
		['Hello {name},', 'Hello,'],
		['Dear {name},', 'Hello,'],
		['Liebe {name},', 'Hallo,'],
		['Chère {name},', 'Bonjour,'],
		['عزيزي {name}،', 'مرحبًا،'],
		['My dear {name},', 'My dear,'],
		['Hello {name}, how was it?', 'Hello, how was it?'],
		['{name}, how was it?', 'How was it?'],
		['{name}: how was it at {space}?', 'How was it at Fernhill Pottery?'],
		['Thanks, {name}!', 'Thanks!'],
		['Thank you, {name}', 'Thank you'],
		['How was it, {name}?', 'How was it?'],
		['How was it, {name}, and why?', 'How was it, and why?'],
		['A question ({name})', 'A question'],
		['For “{name}” alone', 'For alone'],
		['مرحبًا {name}،', 'مرحبًا،'],
		['شكرًا، {name}!', 'شكرًا!'],
		['{name}', ''],
		['Hello {name},\n\n{name}, tell us.\nThanks, {name}', 'Hello,\n\nTell us.\nThanks'],
	] as const)
		expect([text, withoutName(text)]).toEqual([text, clean])
})

it('values keep their own direction in right-to-left text', () => {
	expect(fillInvitationText('مرحبًا {name}', values, true)).toBe('مرحبًا \u2068Ines\u2069')
})

it('a long line of placeholders is filled', () => {
	expect(withoutName(' , {name}'.repeat(500)).length).toBeLessThan(5000)
	// A list of 10,000 recipients fills its message as often, in the process that answers requests.
	for (let round = 0; round < 20; round++) {
		expect(withoutName(`x${' '.repeat(4900)}x`)).toHaveLength(4902)
		expect(withoutName(`x${' '.repeat(2400)},${' '.repeat(2400)}{namf}`)).toHaveLength(4808)
	}
})
