import { useQuery } from '@tanstack/react-query'
import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { dateOrders } from '#web/features/imports/import-words.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { languageName } from '#web/lib/format/format.ts'
import { languageChoices } from '#web/lib/format/language-choices.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'

type Props = { analysis: ImportAnalysis; mapping: ImportMapping; onChange: (part: Partial<ImportMapping>) => void }

/** Dates, stars, consent, status, form and language of all rows. */
export function ImportChoices({ analysis, mapping, onChange }: Props) {
	const { space } = useSpace()
	const has = (target: ImportMapping['columns'][number]) => mapping.columns.includes(target)
	const { data: forms = [] } = useQuery({
		queryKey: [...queryKeys.imports(space.id), 'forms'],
		queryFn: async () =>
			unwrap(await (await supabase).from('forms').select('id, name').eq('space_id', space.id).order('name')),
	})
	return (
		<div className="import-choices">
			{has('submitted_at') ? (
				<SelectField
					label="Dates are written"
					help={analysis.is_date_order_certain ? undefined : 'The file does not tell. Please check the dates below.'}
					value={mapping.date_order}
					onChange={({ target }) => onChange({ date_order: target.value as ImportMapping['date_order'] })}
				>
					{Object.entries(dateOrders).map(([order, words]) => (
						<option key={order} value={order}>
							{words}
						</option>
					))}
				</SelectField>
			) : null}
			<SelectField
				label="May they be published"
				help={
					mapping.consent === 'public'
						? 'Stored with each as your statement, with the date.'
						: 'Only members of this space can read them.'
				}
				value={mapping.consent}
				onChange={({ target }) => onChange({ consent: target.value as ImportMapping['consent'] })}
			>
				<option value="private">Not yet: private until they agree</option>
				<option value="public">They agreed: I keep the proof</option>
			</SelectField>
			{has('rating') ? (
				<SelectField
					label="The best rating is"
					help={mapping.scale === 5 ? undefined : 'Converted to five stars, rounded to whole ones.'}
					value={mapping.scale}
					onChange={({ target }) => onChange({ scale: Number(target.value) as ImportMapping['scale'] })}
				>
					<option value={5}>5 stars</option>
					<option value={10}>10 points</option>
					<option value={100}>100 points</option>
				</SelectField>
			) : null}
			<SelectField
				label="They arrive as"
				value={mapping.status}
				onChange={({ target }) => onChange({ status: target.value as ImportMapping['status'] })}
			>
				<option value="pending">Pending, for you to decide</option>
				<option value="approved">Approved</option>
				{has('status') ? <option value="file">What the column Status says</option> : null}
			</SelectField>
			<SelectField
				label="Form"
				value={mapping.form_id ?? ''}
				onChange={({ target }) => onChange({ form_id: target.value || null })}
			>
				<option value="">None</option>
				{forms.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</SelectField>
			<SelectField
				label={has('language') ? 'Language where the column is empty' : 'Language'}
				value={mapping.locale ?? ''}
				onChange={({ target }) => onChange({ locale: target.value || null })}
			>
				<option value="">{languageName(space.locale)}, as the space</option>
				{languageChoices(space.locale)
					.filter(({ tag }) => tag !== space.locale)
					.map(({ tag, name }) => (
						<option key={tag} value={tag}>
							{name}
						</option>
					))}
			</SelectField>
		</div>
	)
}
