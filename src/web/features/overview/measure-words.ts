import type { Measure } from './numbers.ts'

/** The name of each measure, alone and beside the others of its kind. */
export const measureWords: Record<Measure, { title: string; short: string }> = {
	form_views: { title: 'Form views', short: 'Views' },
	starts: { title: 'Starts', short: 'Starts' },
	sends: { title: 'Sends', short: 'Sends' },
	approved: { title: 'Approved', short: 'Approved' },
	wall_views: { title: 'Wall views', short: 'Own page' },
	embed_views: { title: 'Embed views', short: 'On sites' },
}
