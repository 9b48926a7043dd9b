import { type ReactNode, useId } from 'react'
import {
	type ImportAnalysis,
	type ImportDelimiter,
	type ImportEncoding,
	type ImportMapping,
	importDelimiters,
	importEncodings,
} from '#shared/import/import-api.ts'
import { delimiterLabels, formatLabel } from '#web/features/imports/import-words.ts'
import { formatCount, formatSize } from '#web/lib/format/format.ts'
import { ZoneSelect } from './zone-select.tsx'

type Props = { analysis: ImportAnalysis; mapping: ImportMapping; onChange: (part: Partial<ImportMapping>) => void }

/** Rows in which headings can be looked for by hand. */
const headingRows = 10

/** The file and the way that it is read. Each choice draws the preview again. */
export function FileSettings({ analysis, mapping, onChange }: Props) {
	const { file, file_name: name, sources } = analysis
	const { format, encoding, delimiter, heading_row: headingRow, sheets, sheet, bad_rows: bad } = file
	const isOther = mapping.source === format
	const hasTimes = mapping.columns.some((target) => target === 'submitted_at' || target === 'replied_at')
	return (
		<dl className="import-file">
			<div className="import-file-name">
				<dt>File</dt>
				<dd>
					<span>
						<bdi>{name ?? 'Pasted rows'}</bdi>, {formatSize(file.size)}
					</span>
				</dd>
			</div>
			<Setting label="Source">
				{(id) => (
					<select
						id={id}
						className="import-select"
						value={mapping.source}
						onChange={({ target }) => onChange({ source: target.value })}
					>
						{sources
							.filter((source) => source.id !== format)
							.map((source) => (
								<option key={source.id} value={source.id}>
									{source.name}
								</option>
							))}
						<option value={format}>{isOther ? formatLabel(format) : `Another, as ${formatLabel(format)}`}</option>
					</select>
				)}
			</Setting>
			{encoding === null ? null : (
				<Setting label="Encoding">
					{(id) => (
						<select
							id={id}
							className="import-select"
							value={mapping.encoding ?? encoding}
							onChange={({ target }) => onChange({ encoding: target.value as ImportEncoding })}
						>
							{importEncodings.map((one) => (
								<option key={one} value={one}>
									{one === encoding && bad.count > 0 ? `${one}, but ${formatCount(bad.count, 'row')}` : one}
								</option>
							))}
						</select>
					)}
				</Setting>
			)}
			{delimiter === null ? null : (
				<Setting label="Separated by">
					{(id) => (
						<select
							id={id}
							className="import-select"
							value={mapping.delimiter ?? delimiter}
							onChange={({ target }) => onChange({ delimiter: target.value as ImportDelimiter })}
						>
							{importDelimiters.map((one) => (
								<option key={one} value={one}>
									{delimiterLabels[one]}
								</option>
							))}
						</select>
					)}
				</Setting>
			)}
			{headingRow === null ? null : (
				<Setting label="Headings in">
					{(id) => (
						<select
							id={id}
							className="import-select"
							value={mapping.heading_row ?? headingRow}
							onChange={({ target }) => onChange({ heading_row: Number(target.value) })}
						>
							{rowNumbers(Math.max(headingRows, headingRow)).map((row) => (
								<option key={row} value={row}>
									Row {row}
								</option>
							))}
							<option value={0}>No row</option>
						</select>
					)}
				</Setting>
			)}
			{sheets.length < 2 ? null : (
				<Setting label="Sheet">
					{(id) => (
						<select
							id={id}
							className="import-select"
							value={mapping.sheet ?? sheet ?? ''}
							onChange={({ target }) => onChange({ sheet: target.value })}
						>
							{sheets.map((one) => (
								<option key={one}>{one}</option>
							))}
						</select>
					)}
				</Setting>
			)}
			{hasTimes ? (
				<Setting label="Times are in">
					{(id) => (
						<ZoneSelect
							id={id}
							className="import-select"
							value={mapping.time_zone}
							onChange={(zone) => onChange({ time_zone: zone })}
						/>
					)}
				</Setting>
			) : null}
		</dl>
	)
}

const rowNumbers = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

function Setting({ label, children }: { label: string; children: (id: string) => ReactNode }) {
	const id = useId()
	return (
		<div>
			<dt>
				<label htmlFor={id}>{label}</label>
			</dt>
			<dd>{children(id)}</dd>
		</div>
	)
}
