import { Check, Clock, Copy, MailX, X } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import {
	type CheckedRecipient,
	countOptedOut,
	countStates,
	isOptedOut,
	type RowState,
} from '#web/features/invitations/recipients/check-recipients.ts'
import { changeAddress, type RecipientList, removeRow } from '#web/features/invitations/recipients/recipient-list.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PageButtons } from './page-buttons.tsx'

/** Rows on one page: ten thousand at once would make typing slow. */
const pageSize = 50

type Shown = RowState['kind'] | 'optedOut' | 'all'

/** Every row with its outcome. Broken addresses are mended in place. */
export function RecipientRows({
	rows,
	onEditList,
}: {
	rows: CheckedRecipient[]
	onEditList: (id: string, change: (list: RecipientList) => RecipientList | null) => void
}) {
	const [shown, setShown] = useState<Shown>('all')
	const [page, setPage] = useState(0)
	/** Rows edited since the filter was chosen: a mended one stays in view. */
	const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
	const top = useRef<HTMLDivElement>(null)
	const counts = useMemo(() => ({ ...countStates(rows), optedOut: countOptedOut(rows) }), [rows])
	const found = rows.filter(
		({ state, key }) =>
			shown === 'all' || edited.has(key) || (shown === 'optedOut' ? isOptedOut(state) : state.kind === shown),
	)
	const pages = Math.max(1, Math.ceil(found.length / pageSize))
	const here = Math.min(page, pages - 1)
	const show = (next: Shown) => {
		setShown(next === shown ? 'all' : next)
		setEdited(new Set())
		setPage(0)
	}
	const filters: { kind: Exclude<Shown, 'all'>; tone?: 'good' | 'bad' | 'warm'; icon: ReactNode; label: string }[] = [
		{ kind: 'send', tone: 'good', icon: <Check size={14} aria-hidden="true" />, label: 'will be sent' },
		{
			kind: 'bad',
			tone: 'bad',
			icon: <X size={14} aria-hidden="true" />,
			label: counts.bad === 1 ? 'needs mending' : 'need mending',
		},
		{ kind: 'left', tone: 'warm', icon: <Clock size={14} aria-hidden="true" />, label: 'left out' },
		{
			kind: 'optedOut',
			tone: 'warm',
			icon: <MailX size={14} aria-hidden="true" />,
			label: 'asked not to get mails: left out',
		},
	]
	return (
		<div ref={top} className="invite-rows">
			<fieldset className="invite-counts" aria-label="Show only">
				{filters
					.filter(({ kind }) => kind === 'send' || counts[kind] > 0 || shown === kind)
					.map(({ kind, tone, icon, label }) => (
						<button key={kind} type="button" aria-pressed={shown === kind} onClick={() => show(kind)}>
							<Badge {...(tone ? { tone } : {})} icon={icon}>
								{formatNumber(counts[kind])} {label}
							</Badge>
						</button>
					))}
			</fieldset>
			<p className="ui-sr" role="status">
				{`${formatNumber(counts.send)} will be sent, ${formatNumber(counts.bad)} need mending, ${formatNumber(counts.left)} are left out, of whom ${formatNumber(counts.optedOut)} asked not to get mails.`}
			</p>
			<div className="invite-row invite-row-head" aria-hidden="true">
				<span>Name</span>
				<span>E-mail</span>
				<span>What happens</span>
				<span className="invite-row-end" />
			</div>
			<ul aria-label="People">
				{found.slice(here * pageSize, (here + 1) * pageSize).map((row) => (
					<Row
						key={row.key}
						row={row}
						isEditable={row.state.kind === 'bad' || edited.has(row.key)}
						onAddress={(email) => {
							setEdited((before) => new Set(before).add(row.key))
							onEditList(row.list, (list) => changeAddress(list, row.row, email))
						}}
						onRemove={() => onEditList(row.list, (list) => removeRow(list, row.row))}
					/>
				))}
			</ul>
			{found.length === 0 ? <p className="ui-quiet ui-small">No row is left in this view.</p> : null}
			<PageButtons
				page={here}
				pages={pages}
				label="People"
				onChange={(next) => {
					setPage(next)
					top.current?.scrollIntoView({ block: 'start' })
				}}
			/>
		</div>
	)
}

function Row({
	row,
	isEditable,
	onAddress,
	onRemove,
}: {
	row: CheckedRecipient
	isEditable: boolean
	onAddress: (email: string) => void
	onRemove: () => void
}) {
	const { name, email, otherEmails, state, number } = row
	const who = name || email || `row ${number}`
	const isBad = state.kind === 'bad'
	return (
		<li className={classNames('invite-row', isBad && 'invite-row-bad', state.kind === 'left' && 'invite-row-off')}>
			<span className="invite-row-name">{name ? <bdi>{name}</bdi> : <span className="ui-quiet">No name</span>}</span>
			{isEditable ? (
				<input
					className="ui-input"
					type="text"
					inputMode="email"
					dir="ltr"
					spellCheck={false}
					autoCapitalize="off"
					aria-label={`E-mail of ${who}`}
					aria-invalid={isBad || undefined}
					aria-describedby={`invite-${row.key}`}
					value={email}
					onChange={({ target }) => onAddress(target.value)}
				/>
			) : (
				<span className="invite-row-email">
					<bdi dir="ltr">{email}</bdi>
					{otherEmails.length > 0 ? (
						<span className="ui-quiet ui-small">
							{' '}
							not to <bdi dir="ltr">{otherEmails.join(', ')}</bdi>
						</span>
					) : null}
				</span>
			)}
			<span className="invite-row-state" id={`invite-${row.key}`}>
				<StateMark state={state} />
			</span>
			<Button
				className="invite-row-remove"
				variant="quiet"
				size="tiny"
				icon
				aria-label={`Remove ${who}`}
				onClick={({ currentTarget }) => {
					focusNeighbour(currentTarget)
					onRemove()
				}}
			>
				<X size={14} aria-hidden="true" />
			</Button>
		</li>
	)
}

/** Keeps the focus in the list when a row is removed. */
function focusNeighbour(button: HTMLElement): void {
	const row = button.closest('li')
	const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
	neighbour?.querySelector<HTMLElement>('button')?.focus()
}

function StateMark({ state }: { state: RowState }) {
	if (state.kind === 'send')
		return (
			<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
				Will be sent
			</Badge>
		)
	const Icon = state.kind === 'bad' ? X : leftIcons[state.cause]
	return (
		<Badge tone={state.kind === 'bad' ? 'bad' : 'warm'} icon={<Icon size={14} aria-hidden="true" />}>
			{state.reason}
		</Badge>
	)
}

const leftIcons = { twice: Copy, asked: Clock, declined: X, limit: Clock, optedOut: MailX }
