import { useQuery } from '@tanstack/react-query'
import type { FormRow } from '#shared/form-rows.ts'
import { StaleError, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import type { Changes, PlacedQuestion } from './editor/draft-changes.ts'
import { type FormDraft, toDraft } from './editor/form-draft.ts'

export type ListedForm = Pick<
	FormRow,
	'id' | 'slug' | 'name' | 'title' | 'is_open' | 'accepts' | 'rating' | 'locale' | 'created_at'
> & {
	sent: number
	/** When the newest testimonial came that is no spam. */
	lastSentAt: string | null
}

type CountedForm = Omit<ListedForm, 'sent' | 'lastSentAt'> & {
	testimonials: { count: number }[]
	last: { submitted_at: string }[]
}

const listColumns = 'id,slug,name,title,is_open,accepts,rating,locale,created_at'

/** The forms of a space, oldest first, each with its number of testimonials and the time of the last one. */
export const useForms = (spaceId: string) =>
	useQuery({
		queryKey: [...queryKeys.forms(spaceId), 'list'],
		retry: false,
		queryFn: async (): Promise<ListedForm[]> => {
			const client = await supabase
			const { data } = await client
				.from('forms')
				.select(`${listColumns},testimonials(count),last:testimonials(submitted_at)` as string)
				.eq('space_id', spaceId)
				.neq('last.spam_state', 'spam')
				.order('submitted_at', { referencedTable: 'last', ascending: false })
				.limit(1, { referencedTable: 'last' })
				.order('created_at')
				.overrideTypes<CountedForm[], { merge: false }>()
				.throwOnError()
			return data.map(({ testimonials, last, ...form }) => ({
				...form,
				sent: testimonials[0]?.count ?? 0,
				lastSentAt: last[0]?.submitted_at ?? null,
			}))
		},
	})

/** A form from the server: the editable draft and the facts around it. */
export type LoadedForm = {
	id: string
	space_id: string
	slug: string
	/** Changes with every save; a write names the version that it is based on. */
	updated_at: string
	draft: FormDraft
}

/** Reads one form with its questions; null when none is visible to the person. */
export const loadForm = async (client: Client, spaceId: string, formId: string): Promise<LoadedForm | null> => {
	const { data } = await client
		.from('forms')
		.select('*,form_questions(*)')
		.eq('space_id', spaceId)
		.eq('id', formId)
		.maybeSingle()
		.throwOnError()
	if (!data) return null
	const { id, space_id, slug, updated_at, form_questions: questions, ...form } = data
	return { id, space_id, slug, updated_at, draft: toDraft(form, questions) }
}

/** The form in the editor. */
export const useForm = (spaceId: string, formId: string) =>
	useQuery({
		queryKey: queryKeys.form(spaceId, formId),
		queryFn: async () => loadForm(await supabase, spaceId, formId),
		staleTime: 0,
	})

/** The texts that forms begin with, in all languages. They change with the program only. */
export const useFormTexts = () =>
	useQuery({
		queryKey: queryKeys.formTexts,
		queryFn: async () => unwrap(await (await supabase).rpc('form_texts')),
		staleTime: Number.POSITIVE_INFINITY,
	})

/** Number of people who agreed to the current consent text. */
export const useConsentCount = (spaceId: string, wording: string) =>
	useQuery({
		queryKey: [...queryKeys.space(spaceId), 'agreed', wording],
		queryFn: async () => {
			const client = await supabase
			const { count } = await client
				.from('consents')
				.select('id', { count: 'exact', head: true })
				.eq('space_id', spaceId)
				.eq('wording', wording)
				.neq('scope', 'private')
				.throwOnError()
			return count ?? 0
		},
		enabled: wording.length > 0 && wording.length < 1500,
		staleTime: 60_000,
	})

const toColumns = ({ id: _id, ...question }: PlacedQuestion) => question

/**
 * Saves changes and returns the new `updated_at`. The form's row is written first, so a concurrent writer gets
 * StaleError and merges.
 * @param base the version that the changes are based on
 */
export const saveForm = async (client: Client, base: LoadedForm, changes: Changes): Promise<string> => {
	const { data } = await client
		.from('forms')
		.update(Object.keys(changes.form).length > 0 ? changes.form : { name: base.draft.name })
		.eq('id', base.id)
		.eq('updated_at', base.updated_at)
		.select('updated_at')
		.throwOnError()
	const [row] = data
	if (!row) throw new StaleError()
	const table = () => client.from('form_questions')
	if (changes.removed.length > 0) throwIfError(await table().delete().in('id', changes.removed))
	for (const question of changes.changed) throwIfError(await table().update(toColumns(question)).eq('id', question.id))
	if (changes.added.length > 0)
		throwIfError(
			await table().insert(
				changes.added.map((question) => ({ ...question, form_id: base.id, space_id: base.space_id })),
			),
		)
	return row.updated_at
}
