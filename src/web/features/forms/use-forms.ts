import { useQuery } from '@tanstack/react-query'
import type { FormDraftRow, FormRow } from '#shared/rows.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import type { MergeConflict } from '#web/lib/drafts/merge-state.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { mergeDrafts } from './editor/draft-changes.ts'
import { type FormDraft, type FormField, toDraft, withParts } from './editor/form-draft.ts'

export type ListedForm = Pick<
	FormRow,
	'id' | 'slug' | 'name' | 'title' | 'is_open' | 'accepts' | 'rating' | 'locale' | 'created_at'
> & {
	sent: number
	/** When the newest testimonial came that is no spam. */
	lastSentAt: string | null
	/** True when it has changes that are not published. */
	hasDraft: boolean
}

type FormWithDraft = Omit<ListedForm, 'sent' | 'lastSentAt' | 'hasDraft'> & { form_drafts: { version: number } | null }

const listColumns = 'id,slug,name,title,is_open,accepts,rating,locale,created_at'

/** The forms of a space, oldest first, each with its number of testimonials and the time of the last one. */
export const useForms = (spaceId: string) =>
	useQuery({
		queryKey: queryKeys.formList(spaceId),
		retry: false,
		queryFn: async (): Promise<ListedForm[]> => {
			const client = await supabase
			const [forms, counts] = await Promise.all([
				client
					.from('forms')
					.select(`${listColumns},form_drafts(version)` as string)
					.eq('space_id', spaceId)
					.order('created_at')
					.overrideTypes<FormWithDraft[], { merge: false }>()
					.throwOnError(),
				client.rpc('form_counts', { space_id: spaceId }).throwOnError(),
			])
			const counted = new Map(counts.data.map((one) => [one.form_id, one]))
			return forms.data.map(({ form_drafts, ...form }) => ({
				...form,
				hasDraft: form_drafts !== null,
				sent: counted.get(form.id)?.number ?? 0,
				lastSentAt: counted.get(form.id)?.last_sent_at ?? null,
			}))
		},
	})

/** A form from the server: the editable draft and the facts around it. */
export type LoadedForm = {
	id: string
	space_id: string
	slug: string
	/** Changes with every change of the form; a write that applies at once names it. */
	updated_at: string
	/** The published form that visitors see. */
	published: FormDraft
	/** The draft with what was published since, else the same as `published`. */
	draft: FormDraft
	/** The stored draft; null when there are no changes. */
	stored: StoredFormDraft | null
	/** Parts that were published otherwise since the draft was stored: the draft has its own. */
	overtaken: MergeConflict<FormField>[]
}

export type StoredFormDraft = Pick<FormDraftRow, 'version' | 'edited_by' | 'edited_at'>

/** Differs when the form or its draft changed: the page with the draft looks different. */
export const revisionOf = ({ updated_at, stored }: LoadedForm): string =>
	[updated_at, stored?.version, stored?.edited_at].join()

const loadForm = async (client: Client, spaceId: string, formId: string): Promise<LoadedForm | null> => {
	const { data } = await client
		.from('forms')
		.select('*,form_questions(*),form_drafts(*)')
		.eq('space_id', spaceId)
		.eq('id', formId)
		.maybeSingle()
		.throwOnError()
	if (!data) return null
	const { id, space_id, slug, updated_at, form_questions: questions, form_drafts, ...form } = data
	const stored = form_drafts as FormDraftRow | null
	const published = toDraft(form, questions)
	const merged = stored && mergeDrafts(withParts(published, stored.base), withParts(published, stored.mine), published)
	const { merged: draft = published, collisions: overtaken = [] } = merged ?? {}
	return { id, space_id, slug, updated_at, published, draft, stored, overtaken }
}

/** The query of one form; its data is null when none is visible to the person. */
export const formQuery = (spaceId: string, formId: string) => ({
	queryKey: queryKeys.form(spaceId, formId),
	queryFn: async () => loadForm(await supabase, spaceId, formId),
	staleTime: 0,
})

/** The form in the editor. */
export const useForm = (spaceId: string, formId: string) => useQuery(formQuery(spaceId, formId))

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
		queryFn: async () => unwrap(await (await supabase).rpc('consent_count', { space_id: spaceId, wording })),
		enabled: wording.length > 0,
		staleTime: 60_000,
	})
