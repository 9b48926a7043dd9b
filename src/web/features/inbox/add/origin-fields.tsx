import { maxOriginLength } from '#shared/import/added-testimonial.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { languageChoices } from '#web/lib/format/language-choices.ts'
import { today } from '#web/ui/date/calendar-days.ts'
import { DateField } from '#web/ui/date/date-field.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { type AddedEntry, LineField, LinkField, optional } from './line-field.tsx'

/** Origin, link, date and language of the words. */
export function OriginFields(entry: AddedEntry) {
	const { space } = useInbox()
	const { draft, change, errors } = entry
	return (
		<div className="added-two">
			<LineField
				entry={entry}
				name="origin"
				label="Where it comes from"
				placeholder="A card with the order"
				maxLength={maxOriginLength}
			/>
			<LinkField entry={entry} name="source_url" label="Link to it" help="Walls name the site and link to it." />
			<DateField
				label="When it was said"
				aside={optional}
				min="1900-01-01"
				max={today()}
				value={draft.said_on}
				error={errors.said_on}
				onChange={(said_on) => change({ said_on })}
				help={`Becomes its date, here and on the wall’s page.${draft.said_on === '' ? ' Empty means today.' : ''}`}
			/>
			<SelectField
				label="Language"
				value={draft.locale || space.locale}
				error={errors.locale}
				onChange={(event) => change({ locale: event.target.value })}
			>
				{languageChoices(space.locale).map(({ tag, name }) => (
					<option key={tag} value={tag}>
						{name}
					</option>
				))}
			</SelectField>
		</div>
	)
}
