import { Download, Lock } from 'lucide-react'
import { useState } from 'react'
import type { ExportRow } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatNumber, formatSize } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { isBeingMade, useExportSizes, useExports, useMakeExport } from './use-exports.ts'

/** Parts of an archive; `words` says what its counts are. */
const parts: { id: string; label: string; words: (counts: string[]) => string }[] = [
	{
		id: 'words',
		label: 'Testimonials, versions, answers',
		words: ([all, former]) => `${all} and ${former} earlier versions`,
	},
	{ id: 'history', label: 'Consents and history', words: ([consents, events]) => `${consents} and ${events} entries` },
	{
		id: 'media',
		label: 'Photos, recordings, captions',
		words: ([photos, recordings, captions]) => `${photos}, ${recordings} and ${captions}`,
	},
	{
		id: 'setup',
		label: 'Forms, walls, tags, brand',
		words: ([forms, walls, tags]) => `${forms}, ${walls}, ${tags} and 1`,
	},
	{
		id: 'people',
		label: 'Invitations and members',
		words: ([invitations, members]) => `${invitations} and ${members}`,
	},
]

/** Above so many testimonials the entries of the history are estimated: db/functions/public/exports/export_sizes.sql. */
const sampleSize = 300

const buttonLabels = { csv: 'Make the CSV file', json: 'Make the JSON file', archive: 'Make the archive' }

/** The contents of the chosen file, with or without addresses, and the button that asks for it. */
export function ContentsSection({ format, onMade }: { format: ExportRow['format']; onMade: (id: string) => void }) {
	const { space } = useSpace()
	const isArchive = format === 'archive'
	// Addresses are needed to move a space, and seldom in a spreadsheet.
	const [chosen, setChosen] = useState<boolean | null>(null)
	const withEmails = chosen ?? isArchive
	const make = useMakeExport(space.id)
	const { data: rows } = useExports(space.id)
	const isRunning = rows?.some((row) => row.format === format && isBeingMade(row)) ?? false
	return (
		<SettingsSection
			id="inside"
			title={isArchive ? 'Inside the archive' : 'Inside the file'}
			text={
				isArchive
					? 'Checked against its own checksums before it is offered.'
					: 'Withdrawn testimonials and spam stay out.'
			}
		>
			{isArchive ? <ContentsTable spaceId={space.id} /> : null}
			<Checkbox checked={withEmails} onChange={({ target }) => setChosen(target.checked)}>
				With e-mail addresses of customers
				<span className="ui-quiet ui-small export-why">
					{isArchive
						? 'Needed to move. Leave them out for an archive that you hand to others.'
						: 'Leave them out of a file that you hand to others.'}
				</span>
			</Checkbox>
			{isArchive ? (
				<p className="ui-help">
					<Lock size={14} aria-hidden="true" />
					Never inside: passwords, keys, private links.
				</p>
			) : null}
			<div className="ui-buttons">
				<Button
					variant="primary"
					busy={make.isPending}
					disabled={isRunning}
					onClick={() => make.mutate({ format, with_emails: withEmails }, { onSuccess: onMade })}
				>
					<Download size={16} aria-hidden="true" />
					{buttonLabels[format]}
				</Button>
				<span className="ui-small ui-quiet">
					{isRunning
						? 'One is being made.'
						: isArchive
							? 'You may leave this page meanwhile.'
							: 'It is downloaded as soon as it is ready.'}
				</span>
			</div>
			{make.error ? (
				<p className="ui-error" role="alert">
					{errorMessage(make.error)}
				</p>
			) : null}
		</SettingsSection>
	)
}

function ContentsTable({ spaceId }: { spaceId: string }) {
	const { data: sizes, error } = useExportSizes(spaceId, true)
	if (error) return <p className="ui-error">{errorMessage(error)}</p>
	const isSampled = (sizes?.get('words')?.counts[0] ?? 0) > sampleSize
	return (
		<table className="export-parts">
			<thead>
				<tr>
					<th scope="col">Part</th>
					<th scope="col">Count</th>
					<th scope="col">Size, about</th>
				</tr>
			</thead>
			<tbody>
				{parts.map(({ id, label, words }) => {
					const found = sizes?.get(id)
					return (
						<tr key={id}>
							<th scope="row">{label}</th>
							<td>
								{isSampled && id === 'history' ? 'About ' : ''}
								{found ? words(found.counts.map(formatNumber)) : '…'}
							</td>
							<td>{found ? formatSize(found.bytes) : '…'}</td>
						</tr>
					)
				})}
			</tbody>
		</table>
	)
}
