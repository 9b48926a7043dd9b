import type { Db } from '#server/pg/db.ts'
import { encode, type Frame } from '#server/realtime/wire/frames.ts'
import { Change, type ChangeRow } from './change.ts'
import { Matcher } from './matching.ts'
import type { Sight } from './question.ts'
import type { Relation, Relations } from './relations.ts'
import { type Answer, type Push, see } from './sight.ts'
import { wasOver } from './snapshot.ts'
import type { Listener, Subscriptions, WishEntry } from './subscriptions.ts'
import type { CheckedCondition } from './wish.ts'

type Parts = {
	db: Db
	relations: Relations
	subscriptions: Subscriptions
	/** A wish that cost everybody too much time, or can never be decided. */
	giveUp: (entry: WishEntry) => void
	warn: (error: unknown, what: string) => void
}
type Pair = [Change, CheckedCondition]
/** A change and whom it concerns, before policies had their say. */
type Candidate = { change: Change; pushes: Map<Listener, Push> }

/** Builds the function that takes a batch of changes to those who may see them (data.md §3.6). */
export function createDelivery(parts: Parts): (rows: ChangeRow[]) => Promise<void> {
	return async (rows) => {
		const known = await parts.relations.all()
		const changes = rows.flatMap((row) => {
			const relation = known.get(`${row.schema_name}.${row.table_name}`)
			return relation && publishes(relation, row.op) ? [new Change(row, relation)] : []
		})
		const candidates = await match(parts, changes)
		const seen = await see(parts, candidates)
		for (const { change, pushes } of candidates) tell(change, pushes, seen.get(change))
	}
}

function publishes(relation: Relation, op: ChangeRow['op']): boolean {
	if (op === 'INSERT') return relation.inserts
	return op === 'UPDATE' ? relation.updates : relation.deletes
}

async function match(
	{ db, subscriptions, giveUp }: Parts,
	changes: Change[],
): Promise<Candidate[]> {
	const asked = changes.flatMap((change) =>
		toAsked(
			change,
			subscriptions
				.of(change.relation.schema, change.relation.name)
				.filter(({ wish: { event } }) => event === '*' || event === change.row.op),
		),
	)
	const matcher = new Matcher()
	const pairs = asked.flatMap(({ change, entries }) =>
		entries.flatMap(({ wish }) => wish.conditions.map((one): Pair => [change, one])),
	)
	await matcher.prepare(db, pairs)
	for (const { entries } of asked)
		for (const entry of entries)
			if (entry.wish.conditions.some((one) => matcher.isHopeless(one))) giveUp(entry)
	return asked
		.map(({ change, entries }) => ({
			change,
			pushes: toPushes(
				change,
				entries.filter(({ wish }) => wish.conditions.every((one) => matcher.matches(change, one))),
			),
		}))
		.filter(({ pushes }) => pushes.size > 0)
}

/** A deletion of a protected row is judged for those whose filter asks for more of it than its key. */
function toAsked(change: Change, entries: WishEntry[]): { change: Change; entries: WishEntry[] }[] {
	const { row, relation } = change
	if (row.op !== 'DELETE' || !relation.has_policies) return [{ change, entries }]
	const byKey = ({ wish }: WishEntry) =>
		wish.conditions.every(({ column }) => relation.key.some(({ name }) => name === column))
	const others = entries.filter((entry) => !byKey(entry))
	if (others.length === 0) return [{ change, entries }]
	return [
		{ change, entries: entries.filter(byKey) },
		{ change: new Change(row, relation, true), entries: others },
	]
}

/** Equal selections of one listener are told together. */
function toPushes(change: Change, entries: WishEntry[]): Map<Listener, Push> {
	const pushes = new Map<Listener, Push>()
	for (const { id, wish, listeners } of entries) {
		const answer = { ids: String(id), select: wish.select }
		for (const listener of listeners) {
			if (listener.since && wasOver(change.xid, listener.since)) continue
			const { claims, claimsKey } = listener
			const push = pushes.get(listener)
			if (push) addAnswer(push.answers, answer)
			else pushes.set(listener, { claims, claimsKey, answers: [answer] })
		}
	}
	return pushes
}

function addAnswer(answers: Answer[], answer: Answer): void {
	const same = answers.findIndex((one) => one.select?.join() === answer.select?.join())
	const known = answers[same]
	if (known) answers[same] = { ...known, ids: `${known.ids},${answer.ids}` }
	else answers.push(answer)
}

/** Writes each frame once for all who get the same words about the same topic. */
function tell(
	change: Change,
	pushes: Map<Listener, Push>,
	sights: Map<string, Sight> | undefined,
): void {
	const frames = new Map<string, Frame>()
	for (const [listener, { claimsKey, answers }] of pushes) {
		const sight = sights?.get(claimsKey) ?? 'hidden'
		if (sight === 'hidden') continue
		for (const { ids, select } of answers) {
			const { key, data } = change.render(sight === 'keyless' ? undefined : sight, select)
			const { version, topic } = listener
			const name = `${version} ${ids} ${key} ${topic}`
			const frame =
				frames.get(name) ??
				encode(version, 'postgres_changes', { topic }, `{"ids":[${ids}],"data":${data}}`)
			frames.set(name, frame)
			listener.send(frame)
		}
	}
}
