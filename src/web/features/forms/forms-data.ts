import { useQuery } from '@tanstack/react-query'
import type { FormQuestionRow, FormRow } from '#shared/rows.ts'
import { keys } from '#web/lib/query-keys.ts'
import { type Client, supabase } from '#web/lib/supabase.ts'
import { type FormDraft, toDraft } from './form-draft.ts'

export type ListedForm = Pick<
	FormRow,
	'id' | 'slug' | 'name' | 'title' | 'is_open' | 'accepts' | 'locale' | 'created_at'
> & { sent: number }

type CountedForm = Omit<ListedForm, 'sent'> & { testimonials: { count: number }[] }

/** The forms of a space, oldest first, with how many testimonials each has brought. */
export const useForms = (spaceId: string) =>
	useQuery({
		queryKey: [...keys.forms(spaceId), 'list'],
		retry: false,
		queryFn: async (): Promise<ListedForm[]> => {
			const client = await supabase
			const { data } = await client
				.from('forms')
				.select(
					'id,slug,name,title,is_open,accepts,locale,created_at,testimonials(count)' as string,
				)
				.eq('space_id', spaceId)
				.order('created_at')
				.overrideTypes<CountedForm[], { merge: false }>()
				.throwOnError()
			return data.map(({ testimonials, ...form }) => ({
				...form,
				sent: testimonials[0]?.count ?? 0,
			}))
		},
	})

/** A form as the server has it: what is edited, and what the editor must know besides. */
export type LoadedForm = {
	id: string
	space_id: string
	slug: string
	/** Changes with every save; who saves names the one they know. */
	updated_at: string
	draft: FormDraft
}

const shape = ({
	form_questions: questions,
	...form
}: FormRow & { form_questions: FormQuestionRow[] }): LoadedForm => ({
	id: form.id,
	space_id: form.space_id,
	slug: form.slug,
	updated_at: form.updated_at,
	draft: toDraft(form, questions),
})

/** Reads one form with its questions; null when there is none that the person may see. */
export const loadForm = async (
	client: Client,
	spaceId: string,
	formId: string,
): Promise<LoadedForm | null> => {
	const { data } = await client
		.from('forms')
		.select('*,form_questions(*)')
		.eq('space_id', spaceId)
		.eq('id', formId)
		.maybeSingle()
		.throwOnError()
	return data ? shape(data) : null
}

/** The form that the editor opens. */
export const useForm = (spaceId: string, formId: string) =>
	useQuery({
		queryKey: keys.form(spaceId, formId),
		queryFn: async () => loadForm(await supabase, spaceId, formId),
		staleTime: 0,
	})

/** How many people agreed to the wording that the form has now. */
export const useAgreed = (spaceId: string, wording: string) =>
	useQuery({
		queryKey: [...keys.space(spaceId), 'agreed', wording],
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
