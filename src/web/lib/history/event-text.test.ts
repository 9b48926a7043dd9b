import { expect, it } from 'vitest'
import { describeEvent } from './event-text.ts'

it('an entry is told in plain words with its counts', () => {
	const counts = { testimonials: 2, invitations: 1, salt: 'x', hash: 'y' }
	expect(describeEvent({ kind: 'person_erased', detail: counts })).toBe(
		'One person erased (2 testimonials and 1 invitation)',
	)
	expect(describeEvent({ kind: 'person_searched', detail: { testimonials: 0 } })).toBe(
		'One person looked up: nothing found',
	)
	expect(describeEvent({ kind: 'retention_changed', detail: { days: null } })).toContain('without end')
})

it('imports and exports are told with what they took', () => {
	const detail = { added: 1203, duplicates: 2, refused: 1, source: 'senja' }
	expect(describeEvent({ kind: 'imported', detail })).toBe('1,203 testimonials imported (2 there already, 1 refused)')
	expect(describeEvent({ kind: 'imported', detail: { added: 1 } })).toBe('1 testimonial imported')
	expect(describeEvent({ kind: 'import_failed', detail })).toBe('Import ended early: 1,203 testimonials imported')
	expect(describeEvent({ kind: 'exported', detail: { format: 'csv', emails: true } })).toBe(
		'Testimonials exported as CSV, with addresses',
	)
})

it('an unknown kind is told by its name', () => {
	expect(describeEvent({ kind: 'wall_melted_down', detail: {} })).toBe('Wall melted down')
	expect(describeEvent({ kind: 'constructor', detail: {} })).toBe('Constructor')
})
