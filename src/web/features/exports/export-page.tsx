import { useEffect, useState } from 'react'
import type { ExportRow } from '#shared/rows.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatSize } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Code } from '#web/ui/code.tsx'
import { RadioList } from '#web/ui/fields/choice.tsx'
import { SettingsHead, SettingsSection } from '#web/ui/settings.tsx'
import { ContentsSection } from './contents-section.tsx'
import { MadeRow, stateWords } from './made-row.tsx'
import { isBeingMade, useDownload, useExportSizes, useExports } from './use-exports.ts'
import './exports.css'

/** /dashboard/space/export: the testimonials as a file for members, and the whole space as an archive for its owners. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('Export', space.name)
	const [format, setFormat] = useState<ExportRow['format']>(isOwner ? 'archive' : 'csv')
	const awaitDownload = useDownloadWhenReady(space.id)
	return (
		<>
			<SettingsHead title="Export">
				Everything here is yours. Another Plaudit reads the archive with every id, date and link kept.
			</SettingsHead>
			<FormatSection format={format} onChange={setFormat} />
			<ContentsSection format={format} onMade={awaitDownload} />
			<MadeSection />
			{isOwner ? (
				<SettingsSection id="machine" title="On the machine">
					<Code>{`plaudit export --space SLUG --out FILE.zip\nplaudit import FILE.zip --as OTHER-SLUG`}</Code>
					<p className="ui-help">
						The same archive. SLUG is that of one of your forms. A name that is taken is refused, or changed with --as.
					</p>
				</SettingsSection>
			) : null}
		</>
	)
}

/**
 * Downloads a file that was asked for on this screen as soon as it is ready. An archive waits for its button.
 * The id is a state, because a small file may be in the list, ready, before its id is known here.
 */
function useDownloadWhenReady(spaceId: string) {
	const { data: rows } = useExports(spaceId)
	const { mutate: download } = useDownload()
	const [awaited, setAwaited] = useState<string | null>(null)
	useEffect(() => {
		const row = rows?.find(({ id }) => id === awaited)
		if (!row || isBeingMade(row)) return
		setAwaited(null)
		if (row.state === 'ready' && row.format !== 'archive') download(row)
	}, [rows, awaited, download])
	return setAwaited
}

/** The files of the last seven days, with those that are being made and those that failed. */
function MadeSection() {
	const { space } = useSpace()
	const { data: rows, error } = useExports(space.id)
	const newest = rows?.[0]
	return (
		<SettingsSection
			id="made"
			title="Made before"
			text="Kept for 7 days, or until somebody is erased for good. At most five files."
		>
			{error && !rows ? <p className="ui-error">{errorMessage(error)}</p> : null}
			{rows?.length === 0 ? <p className="ui-quiet">None yet.</p> : null}
			<ul className="ui-rows">
				{rows?.map((row) => (
					<MadeRow key={row.id} row={row} />
				))}
			</ul>
			<p className="ui-sr" role="status">
				{newest ? stateWords(newest) : ''}
			</p>
		</SettingsSection>
	)
}

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
function FormatSection({ format, onChange }: { format: Format; onChange: (format: Format) => void }) {
	const { space, isOwner } = useSpace()
	const { data: sizes } = useExportSizes(space.id, isOwner)
	return (
		<SettingsSection id="what" title="What">
			<RadioList
				label="Kind of file"
				value={format}
				options={formats.map(({ value, label, text, parts }) => ({
					value,
					label,
					text: sizes
						? `${text} About ${formatSize(parts.reduce((sum, part) => sum + (sizes.get(part)?.bytes ?? 0), 0))}.`
						: text,
					isDisabled: value === 'archive' && !isOwner,
				}))}
				onChange={onChange}
			/>
		</SettingsSection>
	)
}
