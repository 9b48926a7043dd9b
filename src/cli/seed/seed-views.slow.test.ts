import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/pg/sql.ts'
import type { DailyNumbers } from '#shared/instance/daily-numbers.ts'
import { createSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { seedDemo, seedMany } from './seed-demo.ts'
import { seedViews } from './seed-views.ts'

let app: TestApp

beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const numbersOf = async (space: { space_id: string; owner: string }) => {
	const [row] = await app.deps.db.as({ role: 'authenticated', sub: space.owner }, (tx) =>
		tx.query<{ rows: DailyNumbers[] }>(sql`
			select jsonb_agg(n) as rows from public.space_numbers(${space.space_id}, current_date - 200, current_date + 1) n`),
	)
	return row?.rows ?? []
}

for (const [name, fill] of [
	['demo space', (space) => seedDemo(app.deps, space, { role: 'authenticated', sub: space.owner })],
	['space for measurements', (space) => seedMany(app.deps, space, 900)],
] as [string, (space: Awaited<ReturnType<typeof createSpace>>) => Promise<unknown>][])
	test(`the numbers of the ${name} add up on each day of each form, and its walls are seen`, async () => {
		const space = await createSpace(app.database)
		await fill(space)
		await seedViews(app.deps, space.space_id)
		const rows = await numbersOf(space)
		const forms = rows.filter(({ form_id }) => form_id !== null)
		expect(forms.filter(({ sends }) => sends > 0).length).toBeGreaterThan(5)
		const odd = forms.filter((row) => row.form_views < row.starts || row.starts < row.sends || row.sends < row.approved)
		expect(odd).toEqual([])
		const walls = await asOwner<{ id: string }>(app.database, 'select id from public.walls where space_id = $1', [
			space.space_id,
		])
		for (const { id } of walls)
			expect(rows.filter(({ wall_id, wall_views }) => wall_id === id && wall_views > 0).length).toBeGreaterThan(100)
		expect(rows.every(({ form_id, wall_id }) => form_id !== null || wall_id !== null)).toBe(true)
	})
