import type { Db } from '#server/pg/db.ts'
import type { Kind, QuestionKind, RatingRule } from '#shared/public-form.ts'
import { formToFill } from './submission-queries.ts'

/** A form as a submission is judged by it. */
export type FormToFill = {
	id: string
	slug: string
	is_open: boolean
	accepts: Kind[]
	rating: RatingRule
	consent_text: string
	locale: string
	/** With microseconds, as PostgreSQL wrote it: names this very definition. */
	updated_at: string
	space: { id: string; name: string }
	questions: {
		id: string
		kind: QuestionKind
		label: string
		options: unknown[]
		required: boolean
	}[]
	/** Wordings of the last week, oldest first. */
	former_consent_texts: { wording: string; replaced_at: string }[]
}

export type FormCache = {
	/** The form that has, or once had, this slug; null when there is none. */
	find(slug: string): Promise<FormToFill | null>
	forget(slug: string): void
}

const mostRemembered = 2000

/** Remembers forms until their space changes. A copy that is a moment too old is found out by the statement that stores. */
export async function createFormCache(db: Db): Promise<FormCache> {
	const remembered = new Map<string, FormToFill>()
	let changes = 0
	await db.listen(
		'plaudit_space',
		(space) => {
			changes++
			for (const [slug, form] of remembered) if (form.space.id === space) remembered.delete(slug)
		},
		() => {
			changes++
			remembered.clear()
		},
	)
	return {
		async find(slug) {
			const known = remembered.get(slug)
			if (known) return known
			const seen = changes
			const [row] = await db.as(
				{ role: 'anon' },
				(tx) => tx.final<{ form: FormToFill | null }>(formToFill(slug)),
				{ readOnly: true },
			)
			const form = row?.form ?? null
			if (form && seen === changes) {
				if (remembered.size >= mostRemembered)
					remembered.delete(remembered.keys().next().value ?? '')
				remembered.set(slug, form)
			}
			return form
		},
		forget: (slug) => remembered.delete(slug),
	}
}
