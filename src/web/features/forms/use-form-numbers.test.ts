import { expect, it } from 'vitest'
import { sumByForm } from './use-form-numbers.ts'

const none = {
	form_id: null,
	wall_id: null,
	form_views: 0,
	starts: 0,
	sends: 0,
	approved: 0,
	wall_views: 0,
	embed_views: 0,
}

it('views, starts and sends of several days are summed for each form, and rows of walls are left out', () => {
	const sums = sumByForm([
		{ ...none, day: '2026-11-24', form_id: 'a', form_views: 5, starts: 2 },
		{ ...none, day: '2026-11-25', form_id: 'a', form_views: 3, sends: 1 },
		{ ...none, day: '2026-11-25', form_id: 'b', starts: 1 },
		{ ...none, day: '2026-11-25', wall_id: 'w', wall_views: 7 },
		{ ...none, day: '2026-11-25', approved: 4 },
	])
	expect(Object.fromEntries(sums)).toEqual({
		a: { form_views: 8, starts: 2, sends: 1 },
		b: { form_views: 0, starts: 1, sends: 0 },
	})
})
