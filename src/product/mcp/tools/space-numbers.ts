import { z } from 'zod'
import { numbersOf } from '#product/mcp/queries.ts'
import { defineTool, readsOnly } from '#product/mcp/tool.ts'
import { readQuery } from '#product/run-query.ts'

const dayMilliseconds = 86_400_000
const columns = ['form_views', 'starts', 'sends', 'approved', 'wall_views', 'embed_views'] as const
type Day = { day: string } & Record<(typeof columns)[number], number>

/** Views, sends and approvals. */
export const spaceNumbers = defineTool({
	name: 'space_numbers',
	title: 'Numbers of the space',
	description:
		'Counts views and starts of forms, sent and approved testimonials, and views of walls, by day in UTC: the last 30 days unless others are named, at most 367.',
	scope: 'numbers:read',
	input: {
		from: z.iso.date().optional(),
		to: z.iso.date().optional().describe('Included.'),
	},
	annotations: readsOnly,
	async run({ db, claims, key }, { from, to }) {
		const end = to ?? dayOf(Date.now())
		const start = from ?? dayOf(Date.parse(end) - 29 * dayMilliseconds)
		const days = await readQuery<Day>(db, claims, numbersOf(key.space, start, end), key.space)
		const total = Object.fromEntries(columns.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)]))
		return { data: { from: start, to: end, total, days } }
	},
})

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
