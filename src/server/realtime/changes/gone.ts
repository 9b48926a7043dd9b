import type { Db } from '#server/pg/db.ts'
import type { Change } from './change.ts'
import { readingSettings } from './feed-queries.ts'
import { isOutage } from './outage.ts'
import { becomeListener, deletedLater, wouldSee } from './queries.ts'
import type { Question, Sights } from './question.ts'
import { service } from './relations.ts'

type Parts = { db: Db; warn: (error: unknown, what: string) => void }

/**
 * Looks again at what nobody saw because it was deleted before it could be looked up: of such rows the policies judge
 * what the change left of them. Otherwise whoever writes and deletes in one breath would hear of the deletion alone.
 * @param note takes the changes of a question that may be told after all
 */
export async function judgeGone(
	{ db, warn }: Parts,
	questions: readonly Question[],
	seen: Sights,
	note: (question: Question, visible: Set<Change>) => Promise<void>,
): Promise<void> {
	const gone = await findGone(db, questions, seen)
	if (gone.size === 0) return
	for (const question of questions) {
		const changes = [...question.changes].filter((change) => gone.has(change))
		if (changes.length === 0) continue
		const { relation, claims, claimsKey } = question
		const images = changes.map(({ row }) => row.new_row ?? '{}')
		try {
			const [, rows] = await db.as(
				service,
				(tx) =>
					Promise.all([
						tx.query(becomeListener(claims.role, claimsKey)),
						tx.query<{ n: number }>(wouldSee(relation.oid, images)),
					]),
				{ readOnly: true },
			)
			await note(question, new Set(rows.flatMap(({ n }) => changes[n - 1] ?? [])))
		} catch (error) {
			if (isOutage(error)) throw error
			// A policy that cannot be asked of a row that is not there shows nothing.
			warn(error, `deleted rows of ${relation.schema}.${relation.name} could not be checked`)
		}
	}
}

/** Changes that none of those who were asked for saw, and whose row was deleted after them. */
async function findGone(
	db: Db,
	questions: readonly Question[],
	seen: Sights,
): Promise<Set<Change>> {
	const unseen = new Map<string, Change>()
	// Of a row that lost its long values nothing can be said.
	for (const { changes } of questions)
		for (const change of changes) if (!change.row.is_cut) unseen.set(change.row.id, change)
	for (const { changes, claimsKey } of questions)
		for (const change of changes)
			if (seen.get(change)?.get(claimsKey) !== 'hidden') unseen.delete(change.row.id)
	if (unseen.size === 0) return new Set()
	const query = deletedLater([...unseen.keys()])
	const options = { readOnly: true, settings: readingSettings }
	const rows = await db.as(service, (tx) => tx.final<{ id: string }>(query), options)
	return new Set(rows.flatMap(({ id }) => unseen.get(id) ?? []))
}
