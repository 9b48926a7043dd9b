import { LruCache } from '#platform/lru-cache.ts'
import type { Db } from '#platform/pg/db.ts'
import { invalid } from '#product/http/errors.ts'
import { anon, readQuery } from '#product/run-query.ts'
import { followSpaceChanges } from '#product/spaces/follow-space-changes.ts'
import type { AuthorFieldRules, ConsentTexts, Kind, QuestionKind, RatingRule } from '#shared/form/public-form.ts'
import { formNotFound } from './errors.ts'
import { formAsShown, formToFill } from './queries.ts'

/** The definition of a form that a submission is checked against. */
export type FormToFill = {
	id: string
	slug: string
	is_open: boolean
	accepts: Kind[]
	rating: RatingRule
	title_rule: RatingRule
	author_fields: AuthorFieldRules
	consent_text: string
	/** The consent in further languages. */
	consent_texts: ConsentTexts
	locale: string
	/** PostgreSQL's text, with microseconds: identifies this version of the definition. */
	updated_at: string
	space: { id: string; name: string }
	/** Counts what its page showed; a page names it in its proof. */
	version: number
	questions: {
		id: string
		kind: QuestionKind
		label: string
		options: unknown[]
		/** The most options that may be chosen; null: all. */
		most: number | null
		required: boolean
	}[]
	/** Consent texts of the last week, oldest first; `locale` is empty for those in the language of the form. */
	former_consent_texts: { locale: string; wording: string; replaced_at: string }[]
	/** Kinds that a page of the last week offered. */
	former_accepts: Kind[]
}

/** The parts of a form that a page showed and that judge its submission. */
type ShownForm = Pick<
	FormToFill,
	'accepts' | 'rating' | 'author_fields' | 'consent_text' | 'consent_texts' | 'questions'
> & {
	/** Absent from versions that are older than titles. */
	title_rule?: RatingRule
}

export type FormCache = ReturnType<typeof createFormCache>

const maxForms = 2000
const slugPattern = /^[a-z0-9-]{3,63}$/

/** Caches forms until their space changes. The storing statement refuses a submission to an outdated copy. */
export function createFormCache(db: Db) {
	const forms = new LruCache<string, FormToFill>(maxForms)
	const changes = followSpaceChanges(db)
	changes.onChange((space) => {
		for (const slug of forms.keys()) if (space === null || forms.peek(slug)?.space.id === space) forms.delete(slug)
	})

	async function load(slug: string): Promise<FormToFill | null> {
		const since = changes.now()
		const [row] = await readQuery<{ form: FormToFill | null }>(db, anon, formToFill(slug))
		const form = row?.form ?? null
		if (form && !changes.hasChanged(form.space.id, since)) forms.set(slug, form)
		return form
	}

	return {
		/** For /metrics. */
		stats: forms,
		/**
		 * The form that has, or once had, this slug.
		 * @throws AppError 422 when the value is not a string, 404 when there is no such form
		 */
		async find(slug: unknown): Promise<FormToFill> {
			if (typeof slug !== 'string') throw invalid({ form: 'Name the form by its slug.' })
			if (!slugPattern.test(slug)) throw formNotFound()
			await changes.ready()
			const form = forms.get(slug) ?? (await load(slug))
			if (!form) throw formNotFound()
			return form
		},
		/**
		 * The form as a page of this version showed it, or the next version that is kept. The switch and the rest that applies at
		 * once are those of the present form.
		 */
		async asShown(form: FormToFill, version: number): Promise<FormToFill> {
			if (version === form.version) return form
			const query = formAsShown(form.id, version)
			const [row] = await readQuery<{ form: ShownForm }>(db, anon, query, form.space.id)
			if (!row) return form
			const { accepts, rating, title_rule = 'off', author_fields, consent_text, consent_texts, questions } = row.form
			// That page showed no other text than those of its version.
			const shown = { accepts, rating, title_rule, author_fields, consent_text, consent_texts, questions, version }
			return { ...form, ...shown, former_consent_texts: [] }
		},
		invalidate: (slug: unknown) => forms.delete(String(slug)),
	}
}
