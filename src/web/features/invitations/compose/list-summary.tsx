import { ChevronRight } from 'lucide-react'
import type { Column, RecipientList } from '#web/features/invitations/recipients/recipient-list.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { TextButton } from '#web/ui/button.tsx'

const columnLabels: Record<Column, string> = {
	name: 'Name',
	email: 'E-mail',
	company: 'Company',
	note: 'Private note',
	none: 'Left out',
}

/** The origin of a list, and its columns with the field that each holds and one sample. */
export function ListSummary({
	list,
	onChange,
}: {
	list: RecipientList
	/** Null removes the list. */
	onChange: (change: (list: RecipientList) => RecipientList | null) => void
}) {
	const { origin, fileName, header, columns, rows } = list
	const count = rows.filter((cells) => cells.length > 0).length
	const people = formatCount(count, 'row')
	const setColumn = (at: number, column: Column) =>
		onChange((before) => ({ ...before, columns: before.columns.with(at, column) }))
	return (
		<div className="invite-list">
			<p className="ui-small ui-quiet">
				{origin === 'pasted' ? `${people} pasted.` : null}
				{origin === 'typed' ? `${people} typed.` : null}
				{origin === 'file' ? (
					<>
						{people} from <bdi>{fileName}</bdi>.
					</>
				) : null}{' '}
				<TextButton onClick={() => onChange(() => null)}>
					Remove {count === 1 ? 'it' : 'them'}
					<span className="ui-sr"> ({origin === 'file' ? fileName : origin})</span>
				</TextButton>
			</p>
			{origin !== 'typed' && (header !== null || columns.length > 2) ? (
				<ul className="invite-columns" aria-label="Columns and fields">
					{columns.map((column, at) => (
						<ColumnLine
							// biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
							key={at}
							heading={header?.[at] || `Column ${at + 1}`}
							column={column}
							sample={rows.find((cells) => cells[at]?.trim())?.[at] ?? ''}
							onChange={(next) => setColumn(at, next)}
						/>
					))}
				</ul>
			) : null}
			{columns.includes('email') ? null : (
				<p className="ui-error">No column holds the e-mail address: choose it above.</p>
			)}
		</div>
	)
}

function ColumnLine({
	heading,
	column,
	sample,
	onChange,
}: {
	heading: string
	column: Column
	sample: string
	onChange: (column: Column) => void
}) {
	return (
		<li>
			<span className="invite-heading">
				<bdi>{heading}</bdi>
			</span>
			<ChevronRight size={16} aria-hidden="true" />
			<select
				className="ui-input"
				aria-label={`${heading} is`}
				value={column}
				onChange={({ target }) => onChange(target.value as Column)}
			>
				{Object.entries(columnLabels).map(([value, label]) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
			<span className="invite-sample">
				<bdi>{sample}</bdi>
			</span>
		</li>
	)
}
