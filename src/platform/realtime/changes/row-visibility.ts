import type { Claims, Db } from '#platform/pg/db.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import type { Change } from './change.ts'
import {
	checkRowImages,
	findDeleted,
	hideOverwritten,
	type VisibilityByChange,
	type VisibilityCheck,
} from './deleted-rows.ts'
import { canReceiveChanges, type PublishedTable, type PublishedTables, realtimeService } from './published-tables.ts'
import { becomeListener, visibleKeys } from './queries.ts'
import type { ChangeListener } from './subscription-registry.ts'

type Parts = {
	db: Db
	relations: PublishedTables
	warn: (error: unknown, message: string) => void
}
/** The ids of a listener's subscriptions that match a change, and their selected columns. */
export type MatchedSubscriptions = { ids: string; select: readonly string[] | undefined }
/** A change for one listener, under the claims it had at the time of the match. */
export type PendingPush = { claims: Claims; claimsKey: string; matches: MatchedSubscriptions[] }
/** Few, so that requests have most of the connection pool. */
const concurrentTransactions = 3
const checksPerTransaction = 100

/** Finds out which columns of each change may be sent, by claims. */
export async function checkVisibility(
	parts: Parts,
	candidates: { change: Change; pushes: Map<ChangeListener, PendingPush> }[],
): Promise<VisibilityByChange> {
	const seen: VisibilityByChange = new Map()
	const checks = new Map<PublishedTable, Map<string, VisibilityCheck>>()
	for (const { change, pushes } of candidates) {
		seen.set(change, new Map())
		const { relation } = change
		const ofTable = checks.get(relation) ?? new Map<string, VisibilityCheck>()
		checks.set(relation, ofTable)
		for (const { claims, claimsKey } of pushes.values()) {
			const check = ofTable.get(claimsKey)
			if (check) check.changes.add(change)
			else ofTable.set(claimsKey, { relation, claims, claimsKey, changes: new Set([change]) })
		}
	}
	const byKey: VisibilityCheck[] = []
	const byImage: VisibilityCheck[] = []
	for (const check of [...checks.values()].flatMap((ofTable) => [...ofTable.values()])) {
		const rest = await settleWithoutQuery(parts.relations, check, seen)
		const images = rest.filter((change) => change.needsPolicyCheck)
		const others = rest.filter((change) => !change.needsPolicyCheck)
		if (images.length > 0) byImage.push({ ...check, changes: new Set(images) })
		if (others.length > 0) byKey.push({ ...check, changes: new Set(others) })
	}
	const recordVisible = visibilityRecorder(parts.relations, seen)
	await runChecks(parts, [...byKey], recordVisible)
	const deleted = await findDeleted(parts.db, byKey, seen)
	const overwritten = await hideOverwritten(parts.db, byKey, seen)
	await checkRowImages(parts, [...byImage, ...deleted, ...overwritten], recordVisible)
	return seen
}

/** Decides the changes that need no query. @returns the others */
async function settleWithoutQuery(
	relations: PublishedTables,
	{ relation, claims, claimsKey, changes }: VisibilityCheck,
	seen: VisibilityByChange,
): Promise<Change[]> {
	const columns = await relations.selectable(relation, claims.role)
	const cannotReceive = !canReceiveChanges(relation, columns)
	const isOpen = !relation.has_policies || claims.role === 'service_role'
	const rest: Change[] = []
	for (const change of changes) {
		const { op, key } = change.row
		const visibilities = seen.get(change)
		// Even the kind and time of a change would reveal what others do.
		if (cannotReceive) visibilities?.set(claimsKey, 'hidden')
		else if (key === null && op !== 'DELETE') visibilities?.set(claimsKey, 'keyless')
		else if ((op === 'DELETE' && !change.needsPolicyCheck) || isOpen) visibilities?.set(claimsKey, columns)
		else rest.push(change)
	}
	return rest
}

type RecordVisible = (check: VisibilityCheck, visible: Set<Change>) => Promise<void>

/** Records the visible changes of a check; the others stay hidden, or as they were. */
function visibilityRecorder(relations: PublishedTables, seen: VisibilityByChange): RecordVisible {
	return async ({ relation, claims, claimsKey, changes }, visible) => {
		const columns = await relations.selectable(relation, claims.role)
		for (const change of changes) {
			const visibilities = seen.get(change)
			if (visible.has(change)) visibilities?.set(claimsKey, columns)
			else if (!visibilities?.has(claimsKey)) visibilities?.set(claimsKey, 'hidden')
		}
	}
}

async function runChecks(parts: Parts, checks: VisibilityCheck[], recordVisible: RecordVisible): Promise<void> {
	const work = async () => {
		for (;;) {
			const batch = checks.splice(-checksPerTransaction)
			if (batch.length === 0) return
			const visible = await queryVisibleRows(parts, batch)
			for (const [i, check] of batch.entries()) await recordVisible(check, visible[i] ?? new Set())
		}
	}
	await Promise.all(Array.from({ length: concurrentTransactions }, work))
}

/** Queries the tables as each listener in turn, in one transaction; one by one when a check fails. */
async function queryVisibleRows(parts: Parts, checks: readonly VisibilityCheck[]): Promise<Set<Change>[]> {
	try {
		return await parts.db.as(
			realtimeService,
			(tx) =>
				Promise.all(
					checks.map(async ({ relation, claims, claimsKey, changes }) => {
						const list = [...changes]
						const keys = relation.key.map((_, i) => list.map(({ row }) => row.key?.[i] ?? ''))
						const [, rows] = await Promise.all([
							tx.query(becomeListener(claims.role, claimsKey)),
							tx.query<{ n: number }>(visibleKeys(relation, keys)),
						])
						return new Set(rows.flatMap(({ n }) => list[n - 1] ?? []))
					}),
				),
			{ readOnly: true },
		)
	} catch (error) {
		// After an outage the batch comes again. A policy that fails shows nothing.
		if (isOutage(error)) throw error
		const [check] = checks
		if (check && checks.length === 1) {
			const { schema, name } = check.relation
			parts.warn(error, `changes of ${schema}.${name} could not be checked`)
			return [new Set()]
		}
		const visible: Set<Change>[] = []
		for (const check of checks) visible.push(...(await queryVisibleRows(parts, [check])))
		return visible
	}
}
