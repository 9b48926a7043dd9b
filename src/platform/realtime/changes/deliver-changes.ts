import type { Db } from '#platform/pg/db.ts'
import { encodeFrame, type Frame } from '#platform/realtime/wire/frames.ts'
import { Change, type ChangeRow } from './change.ts'
import type { CheckedCondition } from './change-subscription.ts'
import { ConditionMatcher } from './condition-matcher.ts'
import type { RowVisibility } from './deleted-rows.ts'
import type { PublishedTable, PublishedTables } from './published-tables.ts'
import { checkVisibility, type MatchedSubscriptions, type PendingPush } from './row-visibility.ts'
import { isVisibleInSnapshot } from './snapshot.ts'
import type { ChangeListener, SubscriptionEntry, SubscriptionRegistry } from './subscription-registry.ts'

type Parts = {
	db: Db
	relations: PublishedTables
	subscriptions: SubscriptionRegistry
	/** Drops a subscription whose filter failed or timed out. */
	dropSubscription: (entry: SubscriptionEntry) => void
	warn: (error: unknown, message: string) => void
}
type ChangeCondition = [Change, CheckedCondition]
/** A change and the listeners that match, before the policies are checked. */
type Candidate = { change: Change; pushes: Map<ChangeListener, PendingPush> }

/** Creates the function that delivers a batch of changes to the listeners that may see them. */
export function createChangeDelivery(parts: Parts): (rows: ChangeRow[]) => Promise<void> {
	return async (rows) => {
		const known = await parts.relations.all()
		const changes = rows.flatMap((row) => {
			const relation = known.get(`${row.schema_name}.${row.table_name}`)
			return relation && publishes(relation, row.op) ? [new Change(row, relation)] : []
		})
		const candidates = await match(parts, changes)
		const seen = await checkVisibility(parts, candidates)
		for (const { change, pushes } of candidates) sendChange(change, pushes, seen.get(change))
	}
}

function publishes(relation: PublishedTable, op: ChangeRow['op']): boolean {
	if (op === 'INSERT') return relation.inserts
	return op === 'UPDATE' ? relation.updates : relation.deletes
}

async function match({ db, subscriptions, dropSubscription }: Parts, changes: Change[]): Promise<Candidate[]> {
	const candidates = changes.flatMap((change) =>
		splitDeletions(
			change,
			subscriptions
				.of(change.relation.schema, change.relation.name)
				.filter(({ subscription: { event } }) => event === '*' || event === change.row.op),
		),
	)
	const matcher = new ConditionMatcher()
	const pairs = candidates.flatMap(({ change, entries }) =>
		entries.flatMap(({ subscription }) =>
			subscription.conditions.map((condition): ChangeCondition => [change, condition]),
		),
	)
	await matcher.prepare(db, pairs)
	for (const { entries } of candidates)
		for (const entry of entries)
			if (entry.subscription.conditions.some((condition) => matcher.hasFailed(condition))) dropSubscription(entry)
	return candidates
		.map(({ change, entries }) => ({
			change,
			pushes: toPushes(
				change,
				entries.filter(({ subscription }) =>
					subscription.conditions.every((condition) => matcher.matches(change, condition)),
				),
			),
		}))
		.filter(({ pushes }) => pushes.size > 0)
}

/** Separates filters on more than the key from others, for deletions of tables with policies. */
function splitDeletions(
	change: Change,
	entries: SubscriptionEntry[],
): { change: Change; entries: SubscriptionEntry[] }[] {
	const { row, relation } = change
	if (row.op !== 'DELETE' || !relation.has_policies) return [{ change, entries }]
	const byKey = ({ subscription }: SubscriptionEntry) =>
		subscription.conditions.every(({ column }) => relation.key.some(({ name }) => name === column))
	const others = entries.filter((entry) => !byKey(entry))
	if (others.length === 0) return [{ change, entries }]
	return [
		{ change, entries: entries.filter(byKey) },
		{ change: new Change(row, relation, true), entries: others },
	]
}

/** Matches of one listener with equal selections share one push. */
function toPushes(change: Change, entries: SubscriptionEntry[]): Map<ChangeListener, PendingPush> {
	const pushes = new Map<ChangeListener, PendingPush>()
	for (const { id, subscription, listeners } of entries) {
		const match = { ids: String(id), select: subscription.select }
		for (const listener of listeners) {
			if (listener.since && isVisibleInSnapshot(change.xid, listener.since)) continue
			const { claims, claimsKey } = listener
			const push = pushes.get(listener)
			if (push) addMatch(push.matches, match)
			else pushes.set(listener, { claims, claimsKey, matches: [match] })
		}
	}
	return pushes
}

function addMatch(matches: MatchedSubscriptions[], match: MatchedSubscriptions): void {
	const same = matches.findIndex((other) => other.select?.join() === match.select?.join())
	const known = matches[same]
	if (known) matches[same] = { ...known, ids: `${known.ids},${match.ids}` }
	else matches.push(match)
}

/** Encodes each frame once for all listeners of equal content and topic. */
function sendChange(
	change: Change,
	pushes: Map<ChangeListener, PendingPush>,
	visibilities: Map<string, RowVisibility> | undefined,
): void {
	const frames = new Map<string, Frame>()
	for (const [listener, { claimsKey, matches }] of pushes) {
		const visibility = visibilities?.get(claimsKey) ?? 'hidden'
		if (visibility === 'hidden') continue
		for (const { ids, select } of matches) {
			const { key, data } = change.render(visibility === 'keyless' ? undefined : visibility, select)
			const { version, topic } = listener
			const name = `${version} ${ids} ${key} ${topic}`
			const frame =
				frames.get(name) ?? encodeFrame(version, 'postgres_changes', { topic }, `{"ids":[${ids}],"data":${data}}`)
			frames.set(name, frame)
			listener.send(frame)
		}
	}
}
