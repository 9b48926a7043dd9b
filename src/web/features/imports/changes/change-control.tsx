import { Lock } from 'lucide-react'
import {
	type ImportAnalysis,
	type ImportChangeKind,
	type ImportEncoding,
	type ImportMapping,
	importEncodings,
} from '#shared/import/import-api.ts'
import { ZoneSelect } from '#web/features/imports/choose/zone-select.tsx'
import { dateOrders, scales } from '#web/features/imports/import-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { SegmentedControl, Switch } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { changeWords } from './change-words.ts'
import { ChosenText } from './chosen-text.tsx'
import { LeftOutCells } from './left-out-cells.tsx'

type Props = {
	kind: ImportChangeKind
	analysis: ImportAnalysis
	mapping: ImportMapping
	faults: Record<string, string>
	/** The kind that has the switch for plain text. */
	plainTextOwner: ImportChangeKind | undefined
	onChange: (part: Partial<ImportMapping>) => void
}

/** The one control of a kind of change, which sets a field of the mapping. */
export function ChangeControl(props: Props) {
	return <div className="import-change-control">{controlOf(props)}</div>
}

function controlOf({ kind, analysis, mapping, faults, plainTextOwner, onChange }: Props) {
	switch (kind) {
		case 'html':
		case 'escapes':
		case 'translation':
			if (kind !== plainTextOwner && plainTextOwner)
				return <span className="ui-small ui-quiet">With “{changeWords[plainTextOwner].title}”</span>
			return (
				<Switch checked={mapping.plain_text} onChange={({ target }) => onChange({ plain_text: target.checked })}>
					<span className="ui-sr">Turn into plain text</span>
				</Switch>
			)
		case 'reply':
			return (
				<Switch checked={mapping.replies} onChange={({ target }) => onChange({ replies: target.checked })}>
					<span className="ui-sr">Take the replies</span>
				</Switch>
			)
		case 'zone':
			return (
				<ZoneSelect
					className="ui-input"
					aria-label="Zone of times that name none"
					value={mapping.time_zone}
					onChange={(zone) => onChange({ time_zone: zone })}
				/>
			)
		case 'day_order':
			return (
				<SelectField
					label="Dates are written"
					hideLabel
					help={analysis.is_date_order_certain ? undefined : 'The file does not tell.'}
					value={mapping.date_order}
					onChange={({ target }) => onChange({ date_order: target.value as ImportMapping['date_order'] })}
				>
					{Object.entries(dateOrders).map(([order, words]) => (
						<option key={order} value={order}>
							{words}
						</option>
					))}
				</SelectField>
			)
		case 'scale':
			return (
				<SelectField
					label="The best rating"
					hideLabel
					value={mapping.scale}
					onChange={({ target }) => onChange({ scale: Number(target.value) as ImportMapping['scale'] })}
				>
					{scales.map(([scale, words]) => (
						<option key={scale} value={scale}>
							{words}
						</option>
					))}
				</SelectField>
			)
		case 'half_stars':
			return (
				<SegmentedControl
					label="Half stars"
					value={mapping.half_stars}
					options={halfStars}
					onChange={(half) => onChange({ half_stars: half })}
				/>
			)
		case 'stars_alone':
			return (
				<SegmentedControl
					label="Stars without words"
					value={mapping.stars_without_words}
					options={starsAlone}
					onChange={(stars) => onChange({ stars_without_words: stars })}
				/>
			)
		case 'unwanted':
			return (
				<SegmentedControl
					label="Hidden or rejected there"
					value={mapping.unwanted}
					options={unwanted}
					onChange={(choice) => onChange({ unwanted: choice })}
				/>
			)
		case 'no_name':
		case 'stand_in_name':
			return (
				<ChosenText
					label="Name for all of them"
					placeholder="A guest"
					maxLength={80}
					value={mapping.stand_in_name}
					error={faults.stand_in_name}
					onChange={(name) => onChange({ stand_in_name: name })}
				/>
			)
		case 'no_date':
		case 'stand_in_date':
			return (
				<DateField
					label="Day for all of them"
					hideLabel
					max={new Date().toISOString().slice(0, 10)}
					value={mapping.stand_in_date ?? ''}
					error={faults.stand_in_date}
					onChange={(day) => onChange({ stand_in_date: day || null })}
				/>
			)
		case 'relative_address':
			return (
				<ChosenText
					label="Address that they begin with"
					placeholder="https://"
					type="url"
					maxLength={2000}
					value={mapping.base_url}
					error={faults.base_url}
					onChange={(address) => onChange({ base_url: address })}
				/>
			)
		case 'bad_bytes':
			return (
				<SelectField
					label="Encoding of the file"
					hideLabel
					value={mapping.encoding ?? analysis.file.encoding ?? ''}
					onChange={({ target }) => onChange({ encoding: target.value as ImportEncoding })}
				>
					{importEncodings.map((encoding) => (
						<option key={encoding}>{encoding}</option>
					))}
				</SelectField>
			)
		case 'cell_left_out':
			return <LeftOutCells cells={analysis.left_out_cells} total={rowsOf(analysis, kind)} />
		case 'duplicate':
			return analysis.problems.length > 0 ? (
				<a className="ui-link" href="#import-problems">
					See them
				</a>
			) : null
		case 'erased':
			return <Badge icon={<Lock size={14} aria-hidden="true" />}>Always</Badge>
		default:
			return null
	}
}

const rowsOf = ({ changes }: ImportAnalysis, kind: ImportChangeKind): number =>
	changes.find((change) => change.kind === kind)?.rows ?? 0

const halfStars = [
	{ value: 'up', label: 'Up' },
	{ value: 'down', label: 'Down' },
	{ value: 'none', label: 'No stars' },
] as const
const starsAlone = [
	{ value: 'leave_out', label: 'Leave out' },
	{ value: 'take', label: 'Take' },
] as const
const unwanted = [
	{ value: 'leave_out', label: 'Leave out' },
	{ value: 'archive', label: 'Archive' },
] as const
