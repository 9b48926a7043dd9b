import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Db } from '#platform/pg/db.ts'
import { sql } from '#platform/pg/sql.ts'
import { bytesOf } from './archive/archive-entry.ts'
import type { StoredBackup } from './backup-names.ts'
import type { BackupTarget } from './target/backup-target.ts'

/** Folder in a target that lists what was erased since the backups: hashes of random ids, no words and no addresses. */
const folder = 'erased'
const batch = 5000
const pattern = /^erased\/(\d+)-[0-9a-f-]+\.jsonl$/
const service = { role: 'service_role' } as const

/** One erased row, as plaudit.erasures names it. */
export type Erasure = { kind: string; space_id: string | null; row_hash: string; erased_at?: string | undefined }

/** Notes in the target what was erased since the last time. */
export async function exportErasures(db: Db, target: BackupTarget): Promise<void> {
	for (;;) {
		const rows = await db.as(service, (tx) =>
			tx.final<Erasure & { id: string }>(
				sql`select id::text, kind, space_id, row_hash, erased_at from plaudit.erasures order by id limit ${batch}`,
			),
		)
		if (rows.length === 0) return
		await writeErasures(target, rows)
		const ids = rows.map(({ id }) => id)
		await db.as(service, (tx) => tx.final(sql`delete from plaudit.erasures where id = any(${ids}::bigint[])`))
	}
}

/** Writes one more list into a target. */
export async function writeErasures(target: BackupTarget, erasures: readonly Erasure[]): Promise<void> {
	const lines = erasures.map(
		({ kind, space_id, row_hash, erased_at }) => `${JSON.stringify({ kind, space_id, row_hash, erased_at })}\n`,
	)
	await target.write(`${folder}/${Date.now()}-${randomUUID()}.jsonl`, bytesOf(lines.join('')))
}

/** All erasures that a target knows. */
export async function readErasures(target: BackupTarget): Promise<Erasure[]> {
	const erasures: Erasure[] = []
	for (const { name } of await target.list(folder)) {
		if (!pattern.test(name)) continue
		for (const line of (await text(target.read(name))).split('\n')) if (line) erasures.push(JSON.parse(line) as Erasure)
	}
	return erasures
}

/** Removes the lists of before the oldest backup, which does not contain those rows any more. */
export function pruneErasures(target: BackupTarget, backups: readonly StoredBackup[]): Promise<void> {
	return removeErasuresBefore(target, Math.min(...backups.map(({ startedAt }) => Number(startedAt))))
}

/** Removes the lists that were written before a time in milliseconds. */
export async function removeErasuresBefore(target: BackupTarget, oldest: number): Promise<void> {
	for (const { name } of await target.list(folder)) {
		const [, at] = pattern.exec(name) ?? []
		if (at && Number(at) < oldest) await target.remove(name)
	}
}
