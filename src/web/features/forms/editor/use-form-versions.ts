import { useQuery } from '@tanstack/react-query'
import type { FormParts, FormVersionRow } from '#shared/rows.ts'
import type { LoadedForm } from '#web/features/forms/use-forms.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import type { Version } from '#web/ui/versions/version.ts'
import { describeChanges } from './describe-changes.ts'
import { withParts } from './form-draft.ts'

/** The page of a form from one publication to the next. */
export type FormVersion = Version & { parts: FormParts }

/** The kept versions of a form, newest first. */
export const useFormVersions = (form: LoadedForm, isOpen: boolean) =>
	useQuery({
		queryKey: [...queryKeys.form(form.space_id, form.id), 'versions'],
		queryFn: async (): Promise<FormVersion[]> => {
			const { space_id, id } = form
			const rows = (await supabase).from('form_versions').select('*').eq('space_id', space_id).eq('form_id', id)
			return toVersions(unwrap(await rows.order('version', { ascending: false }).limit(51)), form)
		},
		enabled: isOpen,
		staleTime: 0,
	})

/** One more than is listed was read, so that the last one can be compared. */
const toVersions = (rows: FormVersionRow[], { published }: LoadedForm): FormVersion[] =>
	rows.slice(0, 50).map(({ version, published_by, published_at, parts }, at) => {
		const before = rows[at + 1]
		const changes = before && describeChanges(withParts(published, before.parts), withParts(published, parts))
		return { version, published_by, published_at, parts, changes: changes ?? null }
	})
