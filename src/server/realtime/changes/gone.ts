import type { Db } from '#server/pg/db.ts'
import { isOutage } from '#server/pg/outage.ts'
import type { Change } from './change.ts'
import { readingSettings } from './feed-queries.ts'
import { becomeListener, changedLater, wouldSee } from './queries.ts'
import type { Question, Sights } from './question.ts'
import { service } from './relations.ts'

type Parts = { db: Db; warn: (error: unknown, what: string) => void }

/**
 * Asks policies about rows that are gone or became others: what they would show of them as the change left them. The
 * rest is hidden.
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
	const gone = await later(db, [...unseen.keys()], 'DELETE')
	return questions.map((question) => withOnly(question, ({ row }) => gone.has(row.id)))
}

/**
 * Changes whose row was found, but had been changed once more by then: whoever sees what it became need not see what it
 * was. Asked after the look at the rows, so no later change that made one visible is missed. Their sights are hidden
 * until they are judged.
 */
export async function hideOverwritten(
	db: Db,
	questions: readonly Question[],
	seen: Sights,
): Promise<Question[]> {
	const isShown = ({ claimsKey }: Question, change: Change) =>
		seen.get(change)?.get(claimsKey) !== 'hidden'
	const found = questions.map((question) =>
		withOnly(question, (change) => isShown(question, change)),
	)
	const ids = new Set(found.flatMap(({ changes }) => [...changes].map(({ row }) => row.id)))
	if (ids.size === 0) return []
	const overwritten = await later(db, [...ids])
	const doubtful = found.map((question) => withOnly(question, ({ row }) => overwritten.has(row.id)))
	for (const { changes, claimsKey } of doubtful)
		for (const change of changes) seen.get(change)?.set(claimsKey, 'hidden')
	return doubtful
}

async function later(db: Db, ids: string[], op?: 'DELETE'): Promise<Set<string>> {
	const options = { readOnly: true, settings: readingSettings }
	const query = changedLater(ids, op)
	const rows = await db.as(service, (tx) => tx.final<{ id: string }>(query), options)
	return new Set(rows.map(({ id }) => id))
}

function withOnly(question: Question, test: (change: Change) => boolean): Question {
	return { ...question, changes: new Set([...question.changes].filter(test)) }
}
