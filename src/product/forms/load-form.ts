import type { Db } from '#platform/pg/db.ts'
import { anon, readQuery } from '#product/run-query.ts'
import { textOrNull, toBrand, webUrlOrNull } from '#product/spaces/brand.ts'
import { moveSeconds, type PublicForm, type PublicQuestion, type ThankYou } from '#shared/form/public-form.ts'
import { readBrandFont } from '#shared/look/brand-font.ts'
import { formAsShown, publicForm } from './queries.ts'

/** Result of `public.public_form`. */
export type StoredForm = Omit<PublicForm, 'intro' | 'reward_disclosure' | 'thank_you' | 'closed_text' | 'space'> & {
	intro: string
	reward_disclosure: string
	thank_you: Record<string, unknown>
	closed_text: string
	space: { id: string; name: string; brand: Record<string, unknown> }
	/** Counts what its page showed. */
	version: number
}

/** A form with the version that a page of it shows, and the id of its space. */
export type VersionedForm = { form: PublicForm; version: number; space: string }

/**
 * The public definition of a form, open or closed; null when no form has or had this slug. For a former slug, it contains
 * the present one.
 */
export async function loadForm(db: Db, slug: string): Promise<PublicForm | null> {
	return (await loadVersionedForm(db, slug))?.form ?? null
}

/**
 * The same with its version.
 * @param shownBy the version of a page that was opened before, to show again what it showed
 */
export async function loadVersionedForm(
	db: Db,
	slug: string,
	shownBy: (form: StoredForm) => number | null = () => null,
): Promise<VersionedForm | null> {
	const [row] = await readQuery<{ form: StoredForm | null }>(db, anon, publicForm(slug))
	const stored = row?.form
	if (!stored) return null
	const space = stored.space.id
	const present = { form: toPublicForm(stored), version: stored.version, space }
	const shown = shownBy(stored) ?? stored.version
	if (shown === stored.version) return present
	const query = formAsShown(stored.id, shown)
	const [former] = await readQuery<{ form: FormParts }>(db, anon, query, space)
	return former
		? { form: toPublicForm(withParts(stored, { title_rule: 'off', ...former.form })), version: shown, space }
		: present
}

/** The form as a draft or a version holds it: its columns, and the questions in their order. */
export type FormParts = Omit<Partial<StoredForm>, 'questions'> & { questions?: Omit<PublicQuestion, 'position'>[] }

/** The form with what a draft or a version says instead. */
export function withParts(stored: StoredForm, { questions, ...parts }: FormParts): StoredForm {
	const placed = questions?.map((question, position) => ({ ...question, tip: question.tip ?? '', position }))
	return { ...stored, ...parts, questions: placed ?? stored.questions }
}

/** The form as its page shows it. */
export function toPublicForm(form: StoredForm): PublicForm {
	const font = form.look.font === 'brand' ? readBrandFont(form.space.brand) : null
	const { id, slug, name, title, accepts, rating, max_seconds, consent_text, locale } = form
	return {
		id,
		slug,
		name,
		title,
		intro: textOrNull(form.intro),
		accepts,
		rating,
		title_rule: form.title_rule,
		max_seconds,
		consent_text,
		consent_texts: form.consent_texts,
		prompts: form.prompts,
		reward_disclosure: textOrNull(form.reward_disclosure),
		thank_you: toThankYou(form.thank_you),
		locale,
		is_open: form.is_open,
		closed_text: textOrNull(form.closed_text),
		author_fields: form.author_fields,
		look: form.look,
		wall: form.wall,
		...(form.no_mail ? { no_mail: true } : {}),
		space: { name: form.space.name, brand: toBrand(form.space.brand), ...(font ? { font } : {}) },
		questions: form.questions.map((question) => ({
			id: question.id,
			position: question.position,
			kind: question.kind,
			label: question.label,
			tip: textOrNull(question.tip),
			options: question.options.filter((option) => typeof option === 'string'),
			most: question.most,
			low_label: textOrNull(question.low_label),
			high_label: textOrNull(question.high_label),
			required: question.required,
		})),
	}
}

function toThankYou(stored: Record<string, unknown>): ThankYou {
	const title = textOrNull(stored.title)
	const message = textOrNull(stored.message)
	const link_url = webUrlOrNull(stored.link_url)
	const link_label = textOrNull(stored.link_label)
	const move_after = link_url?.startsWith('https:') && moveSeconds.find((seconds) => seconds === stored.move_after)
	return {
		...(title ? { title } : {}),
		...(message ? { message } : {}),
		...(link_url ? { link_url } : {}),
		...(link_label ? { link_label } : {}),
		...(move_after ? { move_after: Number(move_after) } : {}),
		...(stored.has_coupon === true ? { has_coupon: true } : {}),
	}
}
