import type { Role } from '#platform/pg/begin-transaction.ts'
import { type Claims, RollbackWith } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import type { Operation } from '#platform/storage/operations.ts'
import type { PolicyApp } from './policy-app.ts'
import { type Caller, callers, claimsOf, ids } from './policy-callers.ts'
import type { Report } from './policy-checks.ts'
import { files, openToPolicies, serviceTables } from './policy-matrix.ts'

const services: Role[] = ['auth_service', 'storage_service', 'realtime_service']

/**
 * Runs one statement and rolls it back.
 * @param operation what storage/v1 would perform by it
 * @returns the rows it read or changed, or the SQLSTATE that refused it
 */
async function tryStatement(
	{ deps }: PolicyApp,
	claims: Claims,
	query: Query,
	operation?: Operation,
): Promise<{ rows: number; refusal: string | undefined }> {
	try {
		return await deps.db.as(
			claims,
			async (tx) => {
				const { rowCount } = await tx.result(query)
				throw new RollbackWith({ rows: rowCount ?? 0, refusal: undefined })
			},
			operation && { settings: { 'storage.operation': operation } },
		)
	} catch (error) {
		const { code } = error as { code?: string }
		if (!code) throw error
		return { rows: 0, refusal: code }
	}
}

const statement = (text: string, values: readonly unknown[] = []): Query => ({ text, values })

/** Checks a table that only services use: every operation is refused to callers and to all other services. */
export async function checkServiceTable(bench: PolicyApp, name: string): Promise<Report> {
	const rule = serviceTables[name]
	const report: Report = { findings: [], cells: 0 }
	if (!rule) return { findings: [`${name} is not in the matrix`], cells: 0 }
	const note = (isGood: boolean, what: string) => {
		report.cells++
		if (!isGood) report.findings.push(`${name}: ${what}`)
	}
	const [column] = (
		await bench.owner.query<{ name: string }>(
			`select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0
			and not attisdropped and attgenerated = '' and attidentity = '' order by attnum limit 1`,
			[name],
		)
	).rows
	const ways = [
		`select 1 from ${name}`,
		`insert into ${name} default values`,
		`update ${name} set ${column?.name} = ${column?.name}`,
		`delete from ${name}`,
	]
	const outsiders: [string, Claims][] = callers.map((caller) => [caller, claimsOf(caller)])
	for (const role of services)
		if (!rule.reads?.includes(role) && !rule.inserts?.includes(role)) outsiders.push([role, { role }])
	const isOpen = openToPolicies.includes(name)
	if (name !== 'storage.objects')
		for (const [who, claims] of outsiders)
			for (const way of ways) {
				const { rows, refusal } = await tryStatement(bench, claims, statement(way))
				// For a view that is not writable, PostgreSQL reports 55000 before it checks privileges.
				const isClosed = refusal === '42501' || (!way.startsWith('select') && refusal === '55000')
				const isRefused = isOpen ? rows === 0 : isClosed
				note(isRefused, `${who} was let in: ${way} (${refusal ?? `${rows} rows`})`)
			}
	for (const role of rule.reads ?? []) {
		const { rows, refusal } = await tryStatement(bench, { role: role as Role }, statement(ways[0] ?? ''))
		note(rows > 0, `${role} sees nothing (${refusal ?? '0 rows'})`)
	}
	for (const role of rule.deletes ?? []) {
		const { rows } = await tryStatement(bench, { role: role as Role }, statement(`delete from ${name}`))
		note(rows > 0, `${role} removes nothing`)
	}
	for (const role of rule.inserts ?? []) {
		const query = statement(`insert into ${name} (kind) values ('nothing')`)
		const { refusal } = await tryStatement(bench, { role: role as Role }, query)
		note(refusal === undefined, `${role} cannot add (${refusal})`)
	}
	return report
}

/** Checks a table behind a view: members read the rows of their space, the service reads all, and none of them writes. */
export async function checkTableBehindView(bench: PolicyApp, name: string): Promise<Report> {
	const report: Report = { findings: [], cells: 0 }
	const note = (isGood: boolean, what: string) => {
		report.cells++
		if (!isGood) report.findings.push(`${name}: ${what}`)
	}
	const everyone: [string, Claims][] = [
		...callers.map((caller): [string, Claims] => [caller, claimsOf(caller)]),
		...(['service_role', ...services] as const).map((role): [string, Claims] => [role, { role }]),
	]
	for (const [who, claims] of everyone) {
		const isReader = ['owner', 'editor', 'viewer', 'editorKey', 'viewerKey', 'service_role'].includes(who)
		const ofA = statement(`select 1 from ${name} where space_id = $1`, [ids.spaceA])
		const { rows, refusal } = await tryStatement(bench, claims, ofA)
		note(isReader ? rows > 0 : rows === 0, `${who} reads ${rows} rows (${refusal})`)
		const ofB = statement(`select 1 from ${name} where space_id = $1`, [ids.spaceB])
		if (who !== 'service_role' && isReader)
			note((await tryStatement(bench, claims, ofB)).rows === 0, `${who} reads rows of another tenant`)
		for (const way of [
			`insert into ${name} default values`,
			`update ${name} set wording = wording`,
			`delete from ${name}`,
			`truncate ${name}`,
		]) {
			const written = await tryStatement(bench, claims, statement(way))
			note(written.refusal === '42501', `${who} was let in: ${way} (${written.refusal ?? `${written.rows} rows`})`)
		}
	}
	return report
}

/** Checks which callers read, list, add, change and remove which files. */
export async function checkFiles(bench: PolicyApp): Promise<Report> {
	const report: Report = { findings: [], cells: 0 }
	const note = (isGood: boolean, what: string) => {
		report.cells++
		if (!isGood) report.findings.push(`storage.objects: ${what}`)
	}
	for (const [what, { bucket, name, read, list = read, write }] of Object.entries(files)) {
		const one = [bucket, name]
		const where = 'where bucket_id = $1 and name = $2'
		const found = statement(`select 1 from storage.objects ${where}`, one)
		const ways: [string, Query, readonly Caller[], Operation?][] = [
			['read', found, read],
			['download', found, read, 'storage.object.get_authenticated'],
			['list', found, list, 'storage.object.list'],
			['list', found, list, 'storage.object.list_v2'],
			['add', insertFile(bucket, `${name}.new`), write],
			['change', statement(`update storage.objects set metadata = '{"changed":true}' ${where}`, one), write],
			['remove', statement(`delete from storage.objects ${where}`, one), write],
		]
		for (const caller of callers)
			for (const [way, query, allowed, operation] of ways) {
				const { rows, refusal } = await tryStatement(bench, claimsOf(caller), query, operation)
				const isDone = rows > 0
				note(isDone === allowed.includes(caller), `${caller} ${way} ${what}: ${refusal ?? rows}`)
			}
	}
	for (const caller of callers) {
		const seen = await tryStatement(bench, claimsOf(caller), statement('select 1 from storage.buckets'))
		note(seen.rows === 0, `${caller} sees buckets`)
		const made = statement("insert into storage.buckets (id, name) values ('mine', 'mine')")
		note((await tryStatement(bench, claimsOf(caller), made)).rows === 0, `${caller} makes buckets`)
	}
	return report
}

function insertFile(bucket: string, name: string): Query {
	return statement('insert into storage.objects (bucket_id, name) values ($1, $2)', [bucket, name])
}
