import type { Db } from '#server/pg/db.ts'
import { publicFile } from '#shared/public-file.ts'
import type { PublicBrand, PublicForm, ThankYou } from '#shared/public-form.ts'
import { readColor } from '#shared/wall-settings.ts'
import { publicForm } from './form-queries.ts'

/** What `public.public_form` answers. */
type StoredForm = Omit<PublicForm, 'intro' | 'reward_disclosure' | 'thank_you' | 'space'> & {
	intro: string
	reward_disclosure: string
	thank_you: Record<string, unknown>
	space: { name: string; brand: Record<string, unknown> }
}

/**
 * The public definition of a form, read as anon; null when no form has or had this slug.
 * A closed form is answered too, with `is_open` false; an old slug answers with the present one in it.
 */
export async function loadForm(db: Db, slug: string): Promise<PublicForm | null> {
	const [row] = await db.as(
		{ role: 'anon' },
		(tx) => tx.final<{ form: StoredForm | null }>(publicForm(slug)),
		{ readOnly: true },
	)
	return row?.form ? toPublicForm(row.form) : null
}

function toPublicForm(form: StoredForm): PublicForm {
	const { id, slug, name, title, accepts, rating, max_seconds, consent_text, locale } = form
	return {
		id,
		slug,
		name,
		title,
		intro: text(form.intro) ?? null,
		accepts,
		rating,
		max_seconds,
		consent_text,
		reward_disclosure: text(form.reward_disclosure) ?? null,
		thank_you: toThankYou(form.thank_you),
		locale,
		is_open: form.is_open,
		wall: form.wall,
		space: { name: form.space.name, brand: toBrand(form.space.brand) },
		questions: form.questions.map((question) => ({
			id: question.id,
			position: question.position,
			kind: question.kind,
			label: question.label,
			tip: text(question.tip) ?? null,
			options: question.options.filter((option) => typeof option === 'string'),
			required: question.required,
		})),
	}
}

/** A stored brand as the public may see it. */
export function toBrand(brand: Record<string, unknown>): PublicBrand {
	const logo = text(brand.logo_path)
	return {
		logo_url: logo ? publicFile('brand', logo) : null,
		color: readColor(brand.color),
		font: text(brand.font) ?? null,
		theme: (['auto', 'light', 'dark'] as const).find((theme) => theme === brand.theme) ?? null,
	}
}

function toThankYou(stored: Record<string, unknown>): ThankYou {
	const link = text(stored.link_url)
	const title = text(stored.title)
	const message = text(stored.message)
	const label = text(stored.link_label)
	return {
		...(title ? { title } : {}),
		...(message ? { message } : {}),
		...(link && /^https?:\/\//i.test(link) && URL.canParse(link) ? { link_url: link } : {}),
		...(label ? { link_label: label } : {}),
	}
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() ? value.trim() : undefined
}
