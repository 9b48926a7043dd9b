import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/pg/db.ts'
import { sql } from '#platform/pg/sql.ts'
import { type Erasure, readErasures, removeErasuresBefore, writeErasures } from './erasures.ts'
import { createFolderTarget } from './target/folder-target.ts'

/** Folder of DATA_DIR with the lists; a restore leaves what lies in it. */
export const keptErasures = 'erased'

const service = { role: 'service_role' } as const
const batch = 5000
/** As long as private.forget_old keeps the rows, in milliseconds. */
const keptMilliseconds = 400 * 86_400_000
/** Milliseconds for one batch: each space that it names is searched. */
const batchTimeout = 3_600_000

/** Writes into DATA_DIR what was erased and no node has written yet, so that an older database can be told. */
export async function keepErasures(db: Db, { DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<void> {
	const target = createFolderTarget(DATA_DIR)
	for (;;) {
		const rows = await db.as(service, (tx) =>
			tx.final<Erasure>(sql`
				select kind, space_id, row_hash, erased_at from plaudit.erased_rows
				where kept_at is null order by erased_at limit ${batch}`),
		)
		if (rows.length === 0) return
		await writeErasures(target, rows)
		const [hashes, kinds] = [rows.map(({ row_hash }) => row_hash), rows.map(({ kind }) => kind)]
		await db.as(service, (tx) =>
			tx.final(sql`
				update plaudit.erased_rows r set kept_at = now()
				from unnest(${hashes}::text[], ${kinds}::text[]) w (row_hash, kind)
				where r.row_hash = w.row_hash and r.kind = w.kind`),
		)
	}
}

/**
 * Erases again what DATA_DIR lists and the database does not know, as after the restore of an older one.
 * @returns how many rows were there again
 */
export async function repeatKeptErasures(db: Db, { DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<number> {
	const target = createFolderTarget(DATA_DIR)
	await removeErasuresBefore(target, Date.now() - keptMilliseconds)
	return repeatErasures(db, await readErasures(target), 'unknown')
}

/**
 * Erases again, in batches.
 * @param which `unknown`: only what the database has not noted as erased itself
 */
export async function repeatErasures(
	db: Db,
	erasures: readonly Erasure[],
	which: 'all' | 'unknown' = 'all',
): Promise<number> {
	let erased = 0
	for (let at = 0; at < erasures.length; at += batch) {
		const part = JSON.stringify(erasures.slice(at, at + batch))
		const query = sql`
			select private.repeat_erasures(p.part) as erased from (
				select jsonb_agg(e) as part from jsonb_array_elements(${part}::jsonb) e
				where ${which === 'all'} or not exists (select from plaudit.erased_rows r
					where r.row_hash = e ->> 'row_hash' and r.kind = e ->> 'kind')) p
			where p.part is not null`
		const [row] = await db.as(service, (tx) => tx.final<{ erased: number }>(query), { statementTimeout: batchTimeout })
		erased += row?.erased ?? 0
	}
	return erased
}
