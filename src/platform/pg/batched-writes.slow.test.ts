import { expect, it } from 'vitest'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps } from '#test/support/test-deps.ts'
import { createBatchedWrites } from './batched-writes.ts'
import { sql } from './sql.ts'

it('rows that are put are written within seconds, without a stop', async () => {
	const { deps, database, close } = await openTestDeps({})
	await asOwner(database, 'create table public.counted (name text); grant insert on public.counted to anon')
	const { put } = createBatchedWrites<string>(
		deps,
		(rows) => sql`insert into public.counted select unnest(${rows}::text[])`,
		'not counted',
	)
	for (const name of ['one', 'two', 'one']) put(name, () => name)
	const counted = () => asOwner(database, 'select name from public.counted order by 1')
	expect(await counted()).toEqual([])
	await expect.poll(counted).toEqual([{ name: 'one' }, { name: 'two' }])
	await close()
})
