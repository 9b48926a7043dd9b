import { useId } from 'react'
import type { ExportRow } from '#shared/rows.ts'
import { formatSize } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { useExportSizes } from './use-exports.ts'

type Format = ExportRow['format']
const formats: { value: Format; label: string; text: string; parts: string[] }[] = [
	{
		value: 'csv',
		label: 'CSV, for a spreadsheet',
		text: 'One row for each testimonial: words, name, stars, date, state, tags.',
		parts: ['words'],
	},
	{
		value: 'json',
		label: 'JSON, for a program',
		text: 'The same with answers, consents and versions.',
		parts: ['words', 'history'],
	},
	{
		value: 'archive',
		label: 'Archive, the whole space',
		text: 'A ZIP that you can keep or move. Owners only.',
		parts: ['words', 'history', 'media', 'setup', 'people'],
	},
]

/** The choice of the kind of file. */
export function FormatSection({ format, onChange }: { format: Format; onChange: (format: Format) => void }) {
	const { space, isOwner } = useSpace()
	const { data: sizes } = useExportSizes(space.id, isOwner)
	const name = useId()
	return (
		<SettingsSection id="what" title="What">
			<div className="export-formats" role="radiogroup" aria-label="Kind of file">
				{formats.map(({ value, label, text, parts }) => (
					<label key={value}>
						<input
							type="radio"
							name={name}
							checked={value === format}
							disabled={value === 'archive' && !isOwner}
							onChange={() => onChange(value)}
						/>
						<span>
							<strong>{label}</strong>
							<span className="ui-quiet">
								{text}
								{sizes
									? ` About ${formatSize(parts.reduce((sum, part) => sum + (sizes.get(part)?.bytes ?? 0), 0))}.`
									: ''}
							</span>
						</span>
					</label>
				))}
			</div>
		</SettingsSection>
	)
}
