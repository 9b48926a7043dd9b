import { readFile } from 'node:fs/promises'
import { printResult, resolveCallerPath, UsageError } from '#cli/read-options.ts'
import { withDatabase } from '#cli/with-deps.ts'
import { isBoundTo, requireKeysOfDatabase } from '#platform/auth/accounts/keys/root-key.ts'
import { rotateRootSecret } from '#platform/auth/root-secret/rotate-root-secret.ts'
import { migrateDatabase } from '#platform/backups/migrate-database.ts'
import type { Config } from '#platform/config/config.ts'
import { adoptNextSecret, makeSecret, noteNextSecret } from '#platform/keys/key-file.ts'
import { loadKeys } from '#platform/keys/keys.ts'
import { readSharedKeys, writeSharedKeys } from '#platform/keys/shared-keys.ts'
import { openDb, type Tx } from '#platform/pg/db.ts'
import type { Database } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { sql } from '#platform/pg/sql.ts'
import { renewAllReceipts } from '#product/receipts/renew-receipts.ts'
import { writeNew } from './keys-new.ts'
import { settingLine } from './setting-line.ts'

type Options = { json: boolean | undefined; compromised: boolean; file: string | undefined }

/**
 * Replaces the root secret. The new one is durable in keys.json or FILE before the database is bound to it: cut off at any point, one of the
 * two secrets on disk fits the database.
 */
export function rotateRoot({ json, compromised, file }: Options): Promise<number> {
	return withDatabase(async (database, config) => {
		const path = pathFor(config, file)
		if (path !== undefined && (await isDone(database, path))) return report(json, path)
		await requireKeysOfDatabase(database.owner, config)
		await migrateDatabase(database, config, console.error)
		const from = (await loadKeys(config)).secret
		const to = Buffer.from(await prepareSecret(config, path), 'base64url')
		const db = openDb(loginAs(database.owner), 2, (error) => console.error(error.message))
		let receipts = 0
		const rotation = { from, to, isCompromised: compromised }
		const resealed = await rotateRootSecret({ db, owner: database.owner }, rotation, async (tx) => {
			receipts = await asServiceRole(tx, () => renewAllReceipts(tx, to, !compromised))
		}).finally(() => db.close())
		if (path === undefined) await adoptNextSecret(config.DATA_DIR)
		if (resealed.unreadable > 0)
			console.error(
				`${resealed.unreadable} values were encrypted under an earlier secret that is lost. They are left as they are.`,
			)
		return report(json, path, { ...resealed.counts, 'private pages': receipts })
	})
}

function pathFor({ JWT_KEYS }: Config, file: string | undefined): string | undefined {
	if (JWT_KEYS === undefined && file !== undefined)
		throw new UsageError('--file is for installations whose keys are in JWT_KEYS. Here keys.json is changed.')
	if (JWT_KEYS !== undefined && file === undefined)
		throw new UsageError(
			'The keys are in JWT_KEYS, which cannot be changed from here: name a new file for its next value with --file.',
		)
	return file === undefined ? undefined : resolveCallerPath(file)
}

/** True when an earlier run bound the database to the keys in the file and was cut off before it could say so. */
async function isDone({ owner }: Database, path: string): Promise<boolean> {
	const noted = await readNoted(path)
	return noted !== undefined && isBoundTo(owner, { secret: Buffer.from(noted, 'base64url') })
}

/** The secret in the file of an earlier run. */
async function readNoted(path: string): Promise<string | undefined> {
	const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined
		throw error
	})
	if (text === undefined) return undefined
	const value = /^JWT_KEYS='(.*)'\n?$/.exec(text)?.[1]
	if (value === undefined) throw new Error(`${path} exists and is left as it is. Name a new file.`)
	return readSharedKeys(value).secret
}

/** The new secret, after it was written where servers will read it from. */
async function prepareSecret({ JWT_KEYS, DATA_DIR }: Config, path: string | undefined): Promise<string> {
	if (JWT_KEYS === undefined || path === undefined) return noteNextSecret(DATA_DIR)
	const noted = await readNoted(path)
	if (noted !== undefined) return noted
	const secret = makeSecret()
	await writeNew(path, `${settingLine('JWT_KEYS', writeSharedKeys({ ...readSharedKeys(JWT_KEYS), secret }))}\n`)
	return secret
}

function report(json: boolean | undefined, path: string | undefined, encrypted: Record<string, number> = {}): number {
	const next = path
		? `Next: put the line in ${path} into the settings of every node, delete the file, and start them.`
		: 'Next: start the server.'
	const counts = Object.entries(encrypted).map(([name, count]) => `${count} ${name}`)
	const lines = [
		`The root secret is replaced, and everybody is signed out.`,
		...(counts.length > 0 ? [`Renewed: ${counts.join(', ')}.`] : []),
		next,
	]
	return printResult(json, { file: path ?? null, renewed: encrypted }, lines.join('\n'))
}

const setRole = (role: string) => sql`select set_config('role', ${role}, true)`
const presentRole = () => sql`select current_setting('role') as role`

/** Runs work of a running transaction under the service role, for a change that must commit together with that of another service. */
async function asServiceRole<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
	const [before] = await tx.query<{ role: string }>(presentRole())
	await tx.query(setRole('service_role'))
	const done = await work()
	await tx.query(setRole(before?.role ?? 'none'))
	return done
}
