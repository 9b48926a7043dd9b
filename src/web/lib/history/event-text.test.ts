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

it('an unknown kind is told by its name', () => {
	expect(describeEvent({ kind: 'wall_melted_down', detail: {} })).toBe('Wall melted down')
	expect(describeEvent({ kind: 'constructor', detail: {} })).toBe('Constructor')
})
