import { type AuthorField, authorFields, type RatingRule } from '#shared/form/public-form.ts'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { askingRules, EditorSection, type SectionProps } from './editor-section.tsx'

const labels: Record<AuthorField, string> = {
	avatar: 'Portrait',
	title: 'Role',
	company: 'Company',
	url: 'Website',
	email: 'E-mail',
}

/** The questions of the form about the visitor. The name is always asked for. */
export function AuthorFieldsSection({ draft, edit }: SectionProps) {
	const change = (field: AuthorField, rule: RatingRule) => {
		const { [field]: _former, ...others } = draft.author_fields
		edit({ author_fields: rule === 'optional' ? others : { ...others, [field]: rule } })
	}
	return (
		<EditorSection id="visitor-title" title="About the visitor">
			<p className="ui-help">
				The name is always asked for. Each further field costs some senders; their e-mail address gets them the private
				link.
			</p>
			<div className="editor-pairs">
				{authorFields.map((field) => (
					<AuthorFieldRow
						key={field}
						label={labels[field]}
						rule={draft.author_fields[field] ?? 'optional'}
						onChange={(rule) => change(field, rule)}
					/>
				))}
			</div>
		</EditorSection>
	)
}

function AuthorFieldRow(props: { label: string; rule: RatingRule; onChange: (rule: RatingRule) => void }) {
	const { label, rule, onChange } = props
	return (
		<>
			<span className="editor-name">{label}</span>
			<div>
				<SegmentedControl label={label} value={rule} options={askingRules} onChange={onChange} />
			</div>
		</>
	)
}
