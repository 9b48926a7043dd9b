import type { Claims, Db } from '#server/pg/db.ts'
import { isOutage } from '#server/pg/outage.ts'
import type { Change } from './change.ts'
import { findGone, hideOverwritten, judge } from './gone.ts'
import { becomeListener, visibleKeys } from './queries.ts'
import type { Question, Sights } from './question.ts'
import { mayHear, type Relation, type Relations, service } from './relations.ts'
import type { Listener } from './subscriptions.ts'

type Parts = {
	db: Db
	relations: Relations
	warn: (error: unknown, what: string) => void
}
/** The ids of a listener's wishes that a change answers, and the columns they named. */
export type Answer = { ids: string; select: readonly string[] | undefined }
/** What one listener is told of a change, under the claims it had when the change was matched. */
export type Push = { claims: Claims; claimsKey: string; answers: Answer[] }
/** Transactions at a time, so that requests keep most of the pool, and questions in each of them. */
const concurrency = 3
const questionsAtOnce = 100

/** Finds out what of each change may be told, by claims. */
export async function see(
	parts: Parts,
	candidates: { change: Change; pushes: Map<Listener, Push> }[],
): Promise<Sights> {
	const seen: Sights = new Map()
	const questions = new Map<Relation, Map<string, Question>>()
	for (const { change, pushes } of candidates) {
		seen.set(change, new Map())
		const { relation } = change
		const ofTable = questions.get(relation) ?? new Map<string, Question>()
		questions.set(relation, ofTable)
		for (const { claims, claimsKey } of pushes.values()) {
			const question = ofTable.get(claimsKey)
			if (question) question.changes.add(change)
			else ofTable.set(claimsKey, { relation, claims, claimsKey, changes: new Set([change]) })
		}
	}
	const [open, judged]: [Question[], Question[]] = [[], []]
	for (const ofTable of questions.values())
		for (const question of ofTable.values()) {
			const left = await settle(parts.relations, question, seen)
			open.push({ ...question, changes: new Set(left.filter((change) => !change.isJudged)) })
			judged.push({ ...question, changes: new Set(left.filter((change) => change.isJudged)) })
		}
	const note = noteInto(parts.relations, seen)
	const asked = open.filter(({ changes }) => changes.size > 0)
	await askAll(parts, [...asked], note)
	const gone = await findGone(parts.db, asked, seen)
	const overwritten = await hideOverwritten(parts.db, asked, seen)
	await judge(parts, [...judged, ...gone, ...overwritten], note)
	return seen
}

/** Decides what needs no look at the row. @returns what is left of the question */
async function settle(relations: Relations, question: Question, seen: Sights): Promise<Change[]> {
	const { relation, claims, claimsKey } = question
	const columns = await relations.selectable(relation, claims.role)
	const isDeaf = !mayHear(relation, columns)
	const isOpen = !relation.has_policies || claims.role === 'service_role'
	const left: Change[] = []
	for (const change of question.changes) {
		const { op, key } = change.row
		const sights = seen.get(change)
		// Not even that something happened, as kind and time of every change would be a feed of what strangers do.
		if (isDeaf) sights?.set(claimsKey, 'hidden')
		else if (key === null && op !== 'DELETE') sights?.set(claimsKey, 'keyless')
		else if ((op === 'DELETE' && !change.isJudged) || isOpen) sights?.set(claimsKey, columns)
		else left.push(change)
	}
	return left
}

type Note = (question: Question, visible: Set<Change>) => Promise<void>

/** Takes down what a question's listeners may be told; all else of it stays hidden, or as it was. */
function noteInto(relations: Relations, seen: Sights): Note {
	return async ({ relation, claims, claimsKey, changes }, visible) => {
		const columns = await relations.selectable(relation, claims.role)
		for (const change of changes) {
			const sights = seen.get(change)
			if (visible.has(change)) sights?.set(claimsKey, columns)
			else if (!sights?.has(claimsKey)) sights?.set(claimsKey, 'hidden')
		}
	}
}

async function askAll(parts: Parts, questions: Question[], note: Note): Promise<void> {
	const work = async () => {
		for (;;) {
			const some = questions.splice(-questionsAtOnce)
			if (some.length === 0) return
			const answers = await ask(parts, some)
			for (const [i, question] of some.entries()) await note(question, answers[i] ?? new Set())
		}
	}
	await Promise.all(Array.from({ length: concurrency }, work))
}

/** Asks the tables themselves, as each listener in turn, all in one flight; one by one when one of them fails. */
async function ask(parts: Parts, questions: Question[]): Promise<Set<Change>[]> {
	try {
		return await parts.db.as(
			service,
			(tx) =>
				Promise.all(
					questions.map(async ({ relation, claims, claimsKey, changes }) => {
						const asked = [...changes]
						const keys = relation.key.map((_, i) => asked.map(({ row }) => row.key?.[i] ?? ''))
						const [, rows] = await Promise.all([
							tx.query(becomeListener(claims.role, claimsKey)),
							tx.query<{ n: number }>(visibleKeys(relation, keys)),
						])
						return new Set(rows.flatMap(({ n }) => asked[n - 1] ?? []))
					}),
				),
			{ readOnly: true },
		)
	} catch (error) {
		// Without the database nothing can be said yet: the batch comes again. A policy that fails shows nothing.
		if (isOutage(error)) throw error
		const [question] = questions
		if (question && questions.length === 1) {
			const { schema, name } = question.relation
			parts.warn(error, `changes of ${schema}.${name} could not be checked`)
			return [new Set()]
		}
		const answers: Set<Change>[] = []
		for (const one of questions) answers.push(...(await ask(parts, [one])))
		return answers
	}
}
