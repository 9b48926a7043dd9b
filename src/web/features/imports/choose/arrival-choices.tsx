import { useQuery } from '@tanstack/react-query'
import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { languageName } from '#web/lib/format/format.ts'
import { languageChoices } from '#web/lib/format/language-choices.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { RadioList } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

type Props = { analysis: ImportAnalysis; mapping: ImportMapping; onChange: (part: Partial<ImportMapping>) => void }

/** Permission, state, form and language of all rows. */
export function ArrivalChoices({ analysis, mapping, onChange }: Props) {
	const { space } = useSpace()
	const has = (target: ImportMapping['columns'][number]) => mapping.columns.includes(target)
	const { data: forms = [] } = useQuery({
		queryKey: [...queryKeys.imports(space.id), 'forms'],
		queryFn: async () =>
			unwrap(await (await supabase).from('forms').select('id, name').eq('space_id', space.id).order('name')),
	})
	const stateHeading = analysis.columns[mapping.columns.indexOf('status')]?.heading
	return (
		<div>
			<SettingsSection id="import-permission" title="May they be published">
				<RadioList
					label="May they be published"
					value={mapping.consent}
					options={[
						{
							value: 'public',
							label: 'They agreed',
							text: 'I state this, with my name and today’s date, and keep the proof.',
						},
						{ value: 'private', label: 'Not yet', text: 'They come in as private: no wall shows them.' },
					]}
					onChange={(consent) => onChange({ consent })}
				/>
			</SettingsSection>
			<SettingsSection id="import-state" title="They arrive as">
				<RadioList
					label="They arrive as"
					value={mapping.status}
					options={[
						{ value: 'pending', label: 'Pending', text: 'You decide on each in the inbox.' },
						{ value: 'approved', label: 'Approved', text: 'They were looked through before.' },
						...(stateHeading === undefined
							? []
							: ([
									{
										value: 'file',
										label: 'As in the file',
										text: (
											<>
												The column <bdi className="import-heading">{stateHeading}</bdi> says it for each.
											</>
										),
									},
								] as const)),
					]}
					onChange={(status) => onChange({ status })}
				/>
			</SettingsSection>
			<SettingsSection id="import-place" title="Form and language">
				<div className="ui-two">
					<SelectField
						label="Form"
						help="The testimonials belong to it."
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
						label="Language"
						help={has('language') ? 'Of rows where the column is empty.' : 'Of all rows.'}
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
			</SettingsSection>
		</div>
	)
}
