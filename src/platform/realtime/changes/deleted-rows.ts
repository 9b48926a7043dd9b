import type { Claims, Db } from '#platform/pg/db.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import type { Change } from './change.ts'
import { outboxReadSettings } from './change-feed-queries.ts'
import { type PublishedTable, realtimeService } from './published-tables.ts'
import { becomeListener, changedLater, wouldSee } from './queries.ts'

type Parts = { db: Db; warn: (error: unknown, message: string) => void }

/** The columns that may be sent; `hidden`: nothing is sent; `keyless`: only that a row without a primary key changed. */
export type RowVisibility = ReadonlySet<string> | 'hidden' | 'keyless'
/** Keyed by change, then by claims. */
export type VisibilityByChange = Map<Change, Map<string, RowVisibility>>
/** The changes of one table that match listeners with equal claims: one query decides. */
export type VisibilityCheck = {
	relation: PublishedTable
	claims: Claims
	claimsKey: string
	changes: Set<Change>
}

/**
 * Evaluates policies on the images of rows that were deleted or overwritten.
 * @param recordVisible receives the visible changes of a check
 */
export async function checkRowImages(
	{ db, warn }: Parts,
	checks: readonly VisibilityCheck[],
	recordVisible: (check: VisibilityCheck, visible: Set<Change>) => Promise<void>,
): Promise<void> {
	for (const check of checks) {
		// An image without its long values cannot be evaluated.
		const changes = [...check.changes].filter(({ row }) => !row.is_cut)
		if (changes.length === 0) continue
		const { relation, claims, claimsKey } = check
		const images = changes.map(({ rowImage }) => rowImage)
		try {
			const [, rows] = await db.as(
				realtimeService,
				(tx) =>
					Promise.all([
						tx.query(becomeListener(claims.role, claimsKey)),
						tx.query<{ n: number }>(wouldSee(relation.oid, images)),
					]),
				{ readOnly: true },
			)
			await recordVisible(check, new Set(rows.flatMap(({ n }) => changes[n - 1] ?? [])))
		} catch (error) {
			if (isOutage(error)) throw error
			// A policy that fails on an image shows nothing.
			warn(error, `deleted rows of ${relation.schema}.${relation.name} could not be checked`)
		}
	}
}

/**
 * Finds hidden changes whose row was deleted afterwards, possibly before the lookup. Otherwise only the deletion of a
 * row that was inserted and deleted at once would be delivered.
 */
export async function findDeleted(
	db: Db,
	checks: readonly VisibilityCheck[],
	seen: VisibilityByChange,
): Promise<VisibilityCheck[]> {
	const unseen = new Set(idsOf(checks))
	for (const check of checks)
		for (const { row } of check.changes.values().filter((change) => isShown(seen, check, change))) unseen.delete(row.id)
	if (unseen.size === 0) return []
	const deleted = await findChangedLater(db, [...unseen], 'DELETE')
	return checks.map((check) => restrictTo(check, ({ row }) => deleted.has(row.id)))
}

/**
 * Hides visible changes whose row changed again until their images are checked: the right to see the newer row does not
 * include the older one. Runs after the lookup, so it misses no change that made a row visible.
 */
export async function hideOverwritten(
	db: Db,
	checks: readonly VisibilityCheck[],
	seen: VisibilityByChange,
): Promise<VisibilityCheck[]> {
	const found = checks.map((check) => restrictTo(check, (change) => isShown(seen, check, change)))
	const ids = new Set(idsOf(found))
	if (ids.size === 0) return []
	const later = await findChangedLater(db, [...ids])
	const overwritten = found.map((check) => restrictTo(check, ({ row }) => later.has(row.id)))
	for (const { changes, claimsKey } of overwritten)
		for (const change of changes) seen.get(change)?.set(claimsKey, 'hidden')
	return overwritten
}

function idsOf(checks: readonly VisibilityCheck[]): string[] {
	return checks.flatMap(({ changes }) => [...changes].map(({ row }) => row.id))
}

function isShown(seen: VisibilityByChange, { claimsKey }: VisibilityCheck, change: Change) {
	return seen.get(change)?.get(claimsKey) !== 'hidden'
}

async function findChangedLater(db: Db, ids: string[], op?: 'DELETE'): Promise<Set<string>> {
	const options = { readOnly: true, settings: outboxReadSettings }
	const query = changedLater(ids, op)
	const rows = await db.as(realtimeService, (tx) => tx.final<{ id: string }>(query), options)
	return new Set(rows.map(({ id }) => id))
}

function restrictTo(check: VisibilityCheck, test: (change: Change) => boolean): VisibilityCheck {
	return { ...check, changes: new Set([...check.changes].filter(test)) }
}
