import type { Db } from '#server/pg/db.ts'
import { isOutage } from '#server/pg/outage.ts'
import type { Change } from './change.ts'
import { readingSettings } from './feed-queries.ts'
import { becomeListener, deletedLater, wouldSee } from './queries.ts'
import type { Question, Sights } from './question.ts'
import { service } from './relations.ts'

type Parts = { db: Db; warn: (error: unknown, what: string) => void }

/**
 * Asks policies about rows that are gone: what they would have shown of them, as the change left them. The rest is hidden.
 * @param note takes the changes of a question that may be told
 */
export async function judge(
	{ db, warn }: Parts,
	questions: readonly Question[],
	note: (question: Question, visible: Set<Change>) => Promise<void>,
): Promise<void> {
	for (const question of questions) {
		// Of a row that lost its long values nothing can be said.
		const changes = [...question.changes].filter(({ row }) => !row.is_cut)
		if (changes.length === 0) continue
		const { relation, claims, claimsKey } = question
		const images = changes.map(({ image }) => image)
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

/**
 * Changes that nobody who was asked for saw, and whose row was deleted after them: it may have been before it could be
 * looked up. Otherwise whoever writes and deletes in one breath would hear of the deletion alone.
 */
export async function findGone(
	db: Db,
	questions: readonly Question[],
	seen: Sights,
): Promise<Question[]> {
	const unseen = new Map<string, Change>()
	for (const { changes } of questions)
		for (const change of changes) unseen.set(change.row.id, change)
	for (const { changes, claimsKey } of questions)
		for (const change of changes)
			if (seen.get(change)?.get(claimsKey) !== 'hidden') unseen.delete(change.row.id)
	if (unseen.size === 0) return []
	const query = deletedLater([...unseen.keys()])
	const options = { readOnly: true, settings: readingSettings }
	const rows = await db.as(service, (tx) => tx.final<{ id: string }>(query), options)
	const gone = new Set(rows.map(({ id }) => id))
	return questions.map((question) => ({
		...question,
		changes: new Set([...question.changes].filter(({ row }) => gone.has(row.id))),
	}))
}
