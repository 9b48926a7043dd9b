import { ChevronRight, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { asksForNoMail, consentColumnOf } from '#web/features/invitations/recipients/mail-consent.ts'
import type { Column, RecipientList } from '#web/features/invitations/recipients/recipient-list.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { TextButton } from '#web/ui/button.tsx'

const columnLabels: Record<Column, string> = {
	name: 'Name',
	email: 'E-mail',
	company: 'Company',
	note: 'Private note',
	accepts: 'Agreed to mails',
	declines: 'Wants no mails',
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
	const { origin, fileName, withoutAddress = 0, header, columns, rows } = list
	const count = rows.filter((cells) => cells.length > 0).length
	const people = formatCount(count, 'row')
	const setColumn = (at: number, column: Column) =>
		onChange((before) => ({ ...before, columns: before.columns.with(at, column) }))
	return (
		<div className="invite-list">
			<p className="ui-small ui-quiet">
				{origin === 'pasted' ? `${people} pasted.` : null}
				{origin === 'typed' ? `${people} typed.` : null}
				{origin === 'events' ? `${formatCount(count, 'customer')} of events.` : null}
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
			{origin !== 'typed' && origin !== 'events' && (header !== null || columns.length > 2) ? (
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
			{withoutAddress > 0 ? (
				<p className="ui-small ui-quiet">
					{formatCount(withoutAddress, 'contact')} without an e-mail address {withoutAddress === 1 ? 'is' : 'are'} left
					out.
				</p>
			) : null}
			<IgnoredConsent list={list} onRespect={setColumn} />
			{columns.includes('email') ? null : (
				<p className="ui-error">No column holds the e-mail address: choose it above.</p>
			)}
		</div>
	)
}

/** A column in which people ask for no mails, and which was made something else: nothing is sent to them without a word. */
function IgnoredConsent({
	list: { header, columns, rows },
	onRespect,
}: {
	list: RecipientList
	onRespect: (at: number, column: Column) => void
}) {
	const ignored = useMemo(
		() =>
			columns.flatMap((column, at) => {
				if (column !== 'none' && column !== 'note') return []
				const heading = header?.[at] ?? ''
				const consent = consentColumnOf(
					heading,
					rows.map((cells) => cells[at] ?? ''),
				)
				if (!consent) return []
				const count = rows.filter((cells) => cells.length > 0 && asksForNoMail(consent, cells[at] ?? '')).length
				return count > 0 ? [{ at, heading: heading || `Column ${at + 1}`, consent, count }] : []
			}),
		[header, columns, rows],
	)
	return ignored.map(({ at, heading, consent, count }) => (
		<p className="ui-error" key={at}>
			<TriangleAlert size={14} aria-hidden="true" />
			<span>
				By “<bdi>{heading}</bdi>” {formatCount(count, 'person', 'people')} asked not to get mails, and would get one
				now. <TextButton onClick={() => onRespect(at, consent)}>Leave them out</TextButton>
			</span>
		</p>
	))
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
