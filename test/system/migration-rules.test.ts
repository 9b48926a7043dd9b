import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { readSchemaFiles } from '#platform/pg/migrations/schema-files.ts'
import { effectsOf } from '#platform/pg/migrations/statement-effects.ts'
import { functionsOf } from '#platform/pg/migrations/steps/functions-of-file.ts'
import { readLockOrder } from '#platform/pg/migrations/steps/lock-order.ts'
import { findBreaches, findLockDisorder, madeIn } from '#test/support/postgres/migration-rules.ts'

const lockOrder = await readLockOrder(schemaFolder)

/** The last migration from before these rules. */
const lastUnchecked = 'migrations/0052_space_limits.sql'

/** The last one from before tables were locked in one order; the runner takes the locks of all of them in that order. */
const lastUnordered = 'migrations/0076_landing_choice.sql'

/** Breaches that were decided on, with the reason for each beside it. */
const accepted: Record<string, string[]> = {
	// A view takes the name, with the same columns, rights and answers: src/product/consents/consents.test.ts.
	'migrations/0058_consent_wordings.sql': [
		'moves public.consents to another schema: nodes of the version before use the former name',
	],
	// Each comes back in the same transaction with one more parameter that has a default.
	'migrations/0070_titles.sql': [
		'drops the function private.words_text: nodes of the version before may call it',
		'drops the function private.submit_testimonial: nodes of the version before may call it',
		'drops the function public.vouch_testimonial: nodes of the version before may call it',
	],
	// It holds only pictures that are still to be fetched, and the function comes back with one more parameter that has a default.
	'migrations/0090_import_pictures.sql': [
		'reads all rows of private.import_pictures while writes wait: "not valid" or "concurrently"',
		'drops the function private.store_import_picture: nodes of the version before may call it',
	],
}

it('a migration is additive, rewrites no table, and reads no large one while writes wait', async () => {
	const { migrations } = await readSchemaFiles(schemaFolder)
	const checked = migrations.filter(({ name }) => name > lastUnchecked)
	const found = checked.map(({ name, text }) => [name, findBreaches(text)] as const)
	expect(Object.fromEntries(found.filter(([, breaches]) => breaches.length > 0))).toEqual(accepted)
})

it('a migration locks tables in the order of all migrations', async () => {
	const { migrations } = await readSchemaFiles(schemaFolder)
	const checked = migrations.filter(({ name }) => name > lastUnordered)
	const found = checked.map(({ name, text }) => [name, findLockDisorder(text, lockOrder)] as const)
	expect(found.filter(([, disorder]) => disorder.length > 0)).toEqual([])
})

it.each([
	[
		'alter table private.receipts add n int; alter table public.forms add n int',
		'locks private.receipts before public.forms',
	],
	[
		'alter table auth.users add n int; create trigger t after insert on public.forms execute function f()',
		'locks auth.users before public.forms',
	],
	['lock table private.receipts; alter table public.forms add n int', 'locks private.receipts before public.forms'],
	[
		'create table x (a uuid references public.testimonials, b uuid references public.spaces)',
		'locks public.testimonials before public.spaces',
	],
	[
		'alter table storage.objects add n int; alter table auth.users add n int',
		'locks storage.objects before auth.users',
	],
])('the order refuses: %s', (script, disorder) => {
	expect(findLockDisorder(script, lockOrder)).toEqual([expect.stringContaining(disorder)])
})

it.each([
	'alter table public.forms add n int; alter table private.receipts add n int',
	'lock table public.forms, private.receipts in access exclusive mode; alter table private.receipts add n int; alter table public.forms add n int',
	'create table x (id int); alter table x add n int; alter table auth.users add n int',
	'update private.receipts set n = 1; alter table public.forms add n int',
])('the order allows: %s', (script) => {
	expect(findLockDisorder(script, lockOrder)).toEqual([])
})

it('a function that a migration’s objects call needs no table or column of a later migration', async () => {
	const { migrations, functions } = await readSchemaFiles(schemaFolder)
	const made = migrations.map(({ text }) => madeIn(text))
	const early = migrations.flatMap(({ name, text }, at) => {
		if (name <= lastUnchecked) return []
		const later = made.slice(at + 1).flat()
		return functionsOf({ name, text }, functions).flatMap(({ name: one, text: body }) =>
			later.filter((thing) => thing.isNamedIn(body)).map((thing) => `${name}: ${one} names ${thing.name}`),
		)
	})
	expect(early).toEqual([])
})

it('the rules find what earlier is built while reads and writes go on', async () => {
	const names = await readdir(join(schemaFolder, 'indexes'))
	expect(names.length).toBeGreaterThan(0)
	for (const name of names) {
		const { tables } = effectsOf(await readFile(join(schemaFolder, 'indexes', name), 'utf8'))
		expect(tables.map(({ rows, blocks }) => [name, rows, blocks])).toEqual([[name, 'reads', 'nobody']])
	}
})

it('the rules find what earlier migrations did', async () => {
	const { migrations } = await readSchemaFiles(schemaFolder)
	const breachesOf = (name: string) => findBreaches(migrations.find((one) => one.name.includes(name))?.text ?? '')
	expect(breachesOf('0043_form_drafts')).toEqual([
		'drops the function private.submit_testimonial: nodes of the version before may call it',
	])
	expect(breachesOf('0024_order_by_stars')).toEqual([expect.stringContaining('reads all rows of public.testimonials')])
	expect(breachesOf('0047_brand_font')).toEqual([])
})

it.each([
	['alter table public.testimonials alter column rating type int', 'rewrites public.testimonials'],
	['alter table public.testimonials add column n bigserial', 'rewrites public.testimonials'],
	['update public.testimonials set rating = 5', 'writes rows of public.testimonials at once'],
	['create index on public.consents (scope)', 'reads all rows of public.consents while writes wait'],
	['alter table public.walls drop column theme', 'drops public.walls, or columns of it'],
	['alter table public.walls rename column theme to look', 'renames public.walls'],
	['alter table public.walls set schema private', 'moves public.walls to another schema'],
	['drop view public.public_wall', 'drops the view public.public_wall'],
])('the rules refuse: %s', (script, breach) => {
	expect(findBreaches(script)).toEqual([expect.stringContaining(breach)])
})

it.each([
	'create table public.fresh (id int primary key); insert into public.fresh values (1)',
	'alter table public.testimonials add column note text',
	'alter table public.testimonials add constraint short check (length(note) < 9) not valid',
	'create index concurrently consents_scope on public.consents (scope)',
	'update storage.buckets set public = false',
])('the rules allow: %s', (script) => {
	expect(findBreaches(script)).toEqual([])
})
