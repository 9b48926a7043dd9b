import type pg from 'pg'
import {
	findFunctions,
	findMissing,
	findView,
	makeFunctions,
	readMadeFunctions,
	setFunctions,
} from '#platform/pg/migrations/migrate-queries.ts'
import type { Migration } from '#platform/pg/migrations/schema-files.ts'
import { apply, failure } from './apply-text.ts'

type MadeFunctions = { made?: string[]; failed?: { name: string; code: string; message: string } }

/**
 * Makes the functions and views that are missing and name only what exists, functions in their signatures.
 * @returns those that exist already, and those that have to wait for something
 */
export async function makeMissing(client: pg.Client, definitions: readonly Migration[]): Promise<Migration[]> {
	const { rows } = await client.query(findMissing, [definitions.map(({ name }) => name)])
	const missing = new Set(rows.map(({ name }) => name))
	const wanted = definitions.filter(({ name }) => missing.has(name)).map(({ name, text }) => ({ name, text }))
	if (wanted.length === 0) return [...definitions]
	await client.query(setFunctions, [JSON.stringify(wanted)])
	await client.query(makeFunctions)
	const read = await client.query<{ outcome: string }>(readMadeFunctions)
	const { made = [], failed }: MadeFunctions = JSON.parse(read.rows[0]?.outcome ?? '{}')
	if (failed) throw failure(`db/${failed.name}`, failed)
	return definitions.filter(({ name }) => !made.includes(name))
}

type Overload = { signature: string; isWritten: boolean; revoke: string | null }

/**
 * Replaces a function or view; its file alone says who may execute or read it.
 * @param isOurs false for a function that has to be new
 * @throws Error when it has other parameters, columns or another result, or was there before Plaudit
 */
export async function replace(client: pg.Client, definition: Migration, isOurs: boolean): Promise<void> {
	if (isView(definition)) await replaceView(client, definition)
	else await replaceFunction(client, definition, isOurs)
}

export const isView = ({ name }: Pick<Migration, 'name'>): boolean => name.startsWith('views/')

/** `schema.name` of the file of a function or view. */
export const objectName = (file: string): string => file.replace(/^\w+\/(.*)\/(.*)\.sql$/, '$1.$2')

async function replaceView(client: pg.Client, { name, text }: Migration): Promise<void> {
	const { rows } = await client.query<{ revoke: string }>(findView, [name])
	for (const { revoke } of rows) await client.query(revoke)
	await apply(client, `db/${name}`, text, undefined, {
		'42P16': `Columns are only added after the others: for other changes a file in db/migrations has to drop the view, with: drop view ${objectName(name)};`,
	})
}

async function replaceFunction(client: pg.Client, { name, text }: Migration, isOurs: boolean) {
	const find = async () => (await client.query<Overload>(findFunctions, [name])).rows
	const before = await find()
	const drops = before.map(({ signature }) => `drop function ${signature};`).join(' ')
	const advice = isOurs
		? `A function with other parameters or another result is a new one: a file in db/migrations has to drop the old one first, with: ${drops}`
		: 'This function was there before Plaudit: rename it'
	const put = () => apply(client, `db/${name}`, text, undefined, { '42P13': advice })
	await put()
	const written = (await find()).find(({ isWritten }) => isWritten)
	const isNew = !before.some(({ signature }) => signature === written?.signature)
	if (before.length > 0 && isNew === isOurs) throw new Error(`db/${name} failed. ${advice}`)
	if (!written?.revoke) return
	await client.query(written.revoke)
	await put()
}
