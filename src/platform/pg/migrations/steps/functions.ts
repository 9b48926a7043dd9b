import type pg from 'pg'
import {
	findFunctions,
	findMissing,
	makeFunctions,
	readMadeFunctions,
	setFunctions,
} from '#platform/pg/migrations/migrate-queries.ts'
import type { Migration } from '#platform/pg/migrations/schema-files.ts'
import { apply, failure } from './apply-text.ts'

type MadeFunctions = { made?: string[]; failed?: { name: string; code: string; message: string } }

/**
 * Makes the functions that are missing and whose signatures name only what exists.
 * @returns those that exist already, and those that have to wait for something
 */
export async function makeMissing(client: pg.Client, functions: readonly Migration[]): Promise<Migration[]> {
	const { rows } = await client.query(findMissing, [functions.map(({ name }) => name)])
	const missing = new Set(rows.map(({ name }) => name))
	const wanted = functions.filter(({ name }) => missing.has(name)).map(({ name, text }) => ({ name, text }))
	if (wanted.length === 0) return [...functions]
	await client.query(setFunctions, [JSON.stringify(wanted)])
	await client.query(makeFunctions)
	const read = await client.query<{ outcome: string }>(readMadeFunctions)
	const { made = [], failed }: MadeFunctions = JSON.parse(read.rows[0]?.outcome ?? '{}')
	if (failed) throw failure(`db/${failed.name}`, failed)
	return functions.filter(({ name }) => !made.includes(name))
}

type Overload = { signature: string; isWritten: boolean; revoke: string | null }

/**
 * Replaces a function; its file alone says who may execute it.
 * @param isOurs false for one that has to be new
 * @throws Error when it has other parameters or another result, or was there before Plaudit
 */
export async function replace(client: pg.Client, { name, text }: Migration, isOurs: boolean) {
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
