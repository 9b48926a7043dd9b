import type { Claims, Db } from '#server/pg/db.ts'
import { Change, type ChangeRow } from './change.ts'
import { Matcher } from './matching.ts'
import { isOutage } from './outage.ts'
import { visibleKeys } from './queries.ts'
import type { Relation, Relations } from './relations.ts'
import { wasOver } from './snapshot.ts'
import type { Listener, Subscription, Subscriptions } from './subscriptions.ts'

type Parts = {
	db: Db
	relations: Relations
	subscriptions: Subscriptions
	warn: (error: unknown, what: string) => void
}
/** One push: a listener, under the claims it had when the change was matched, and the subscriptions that it answers. */
type Push = {
	listener: Listener
	claims: Claims
	claimsKey: string
	ids: number[]
	select: readonly string[] | undefined
}
/** A change and whom it concerns, before policies had their say. */
type Candidate = { change: Change; pushes: Push[] }
/** All candidates of equal claims on one table: one query decides. */
type Question = { relation: Relation; claims: Claims; claimsKey: string; changes: Set<Change> }

/** Queries at a time, so that requests keep most of the pool. */
const concurrency = 3

/** Builds the function that takes a batch of changes to those who may see them (data.md §3.6). */
export function createDelivery(parts: Parts): (rows: ChangeRow[]) => Promise<void> {
	return async (rows) => {
		const known = await parts.relations.all()
		const changes = rows.flatMap((row) => {
			const relation = known.get(`${row.schema_name}.${row.table_name}`)
			return relation && publishes(relation, row.op) ? [new Change(row, relation)] : []
		})
		const candidates = await match(parts, changes)
		const visible = await see(parts, candidates)
		for (const { change, pushes } of candidates)
			for (const { listener, claimsKey, ids, select } of pushes) {
				const sight = visible.get(change)?.get(claimsKey) ?? 'hidden'
				if (sight === 'hidden') continue
				listener.hear(ids, change.render(sight === 'refused' ? undefined : sight, select))
			}
	}
}

function publishes(relation: Relation, op: ChangeRow['op']): boolean {
	if (op === 'INSERT') return relation.inserts
	return op === 'UPDATE' ? relation.updates : relation.deletes
}

async function match({ db, subscriptions, warn }: Parts, changes: Change[]): Promise<Candidate[]> {
	const asked = changes.map((change) => ({
		change,
		subscriptions: subscriptions
			.of(change.relation.schema, change.relation.name)
			.filter(
				({ event, since }) =>
					(event === '*' || event === change.row.op) && !wasOver(change.row.xid, since),
			),
	}))
	const matcher = new Matcher()
	const pairs = asked.flatMap(({ change, subscriptions: all }) =>
		all.flatMap(({ conditions }) =>
			conditions.map((condition): [Change, (typeof conditions)[number]] => [change, condition]),
		),
	)
	await matcher.prepare(db, pairs, (error) => warn(error, 'a filter could not be decided'))
	return asked
		.map(({ change, subscriptions: all }) => ({
			change,
			pushes: toPushes(
				all.filter(({ conditions }) =>
					conditions.every((condition) => matcher.matches(change, condition)),
				),
			),
		}))
		.filter(({ pushes }) => pushes.length > 0)
}

/** `hidden`: nothing is said. `refused`: only that something happened, with the error. */
type Sight = ReadonlySet<string> | 'hidden' | 'refused'

async function see(
	parts: Parts,
	candidates: Candidate[],
): Promise<Map<Change, Map<string, Sight>>> {
	const sights = new Map<Change, Map<string, Sight>>()
	const questions = new Map<string, Question>()
	for (const { change, pushes } of candidates) {
		sights.set(change, new Map())
		for (const { claims, claimsKey } of pushes) {
			const key = `${change.relation.oid} ${claimsKey}`
			const question = questions.get(key)
			if (question) question.changes.add(change)
			else {
				const { relation } = change
				questions.set(key, { relation, claims, claimsKey, changes: new Set([change]) })
			}
		}
	}
	const waiting = [...questions.values()]
	const work = async () => {
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			for (const [change, sight] of await decide(parts, next))
				sights.get(change)?.set(next.claimsKey, sight)
		}
	}
	await Promise.all(Array.from({ length: concurrency }, work))
	return sights
}

async function decide(parts: Parts, question: Question): Promise<Map<Change, Sight>> {
	const { relation, claims } = question
	const columns = await parts.relations.selectable(relation, claims.role)
	const sees = new Map<Change, Sight>()
	const toCheck: Change[] = []
	for (const change of question.changes) {
		const { op, key } = change.row
		if (key === null && op !== 'DELETE') sees.set(change, 'refused')
		else if (columns.size === 0 || relation.key.some(({ name }) => !columns.has(name)))
			sees.set(change, 'refused')
		else if (op === 'DELETE' || !relation.has_policies || claims.role === 'service_role')
			sees.set(change, columns)
		else toCheck.push(change)
	}
	if (toCheck.length === 0) return sees
	const visible = await visibleTo(parts, relation, claims, toCheck)
	for (const change of toCheck) sees.set(change, visible.has(change) ? columns : 'hidden')
	return sees
}

/** Asks the table itself, as the listener. */
async function visibleTo(
	{ db, warn }: Parts,
	relation: Relation,
	claims: Claims,
	changes: Change[],
): Promise<Set<Change>> {
	const keys = relation.key.map((_, i) => changes.map(({ row }) => row.key?.[i] ?? ''))
	try {
		const rows = await db.as(claims, (tx) => tx.final<{ n: number }>(visibleKeys(relation, keys)), {
			readOnly: true,
		})
		return new Set(rows.flatMap(({ n }) => changes[n - 1] ?? []))
	} catch (error) {
		// Without the database nothing can be said yet: the batch comes again. A policy that fails shows nothing.
		if (isOutage(error)) throw error
		warn(error, `changes of ${relation.schema}.${relation.name} could not be checked`)
		return new Set()
	}
}

function toPushes(subscriptions: Subscription[]): Push[] {
	const byListener = new Map<Listener, Push[]>()
	for (const { listener, id, select } of subscriptions) {
		const pushes = byListener.get(listener) ?? []
		byListener.set(listener, pushes)
		const same = pushes.find((push) => push.select?.join() === select?.join())
		if (same) same.ids.push(id)
		else {
			const { claims, claimsKey } = listener
			pushes.push({ listener, claims, claimsKey, ids: [id], select })
		}
	}
	return [...byListener.values()].flat()
}
