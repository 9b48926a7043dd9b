import { Check, ShieldCheck, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { PersonErased } from '#shared/person-api.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatCount, formatList } from '#web/lib/format/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { describeLoss } from './person-texts.ts'
import { type SearchResult, useErasePerson } from './use-people.ts'

/** Erases the person for good, after their address or name was typed. */
export function EraseSection({
	spaceId,
	result: { sought, found, confirmation },
	onErased,
}: {
	spaceId: string
	result: Extract<SearchResult, { kind: 'person' }>
	onErased: (erased: PersonErased) => void
}) {
	const [typed, setTyped] = useState('')
	const erase = useErasePerson(spaceId)
	const help = useId()
	const same = (text: string) => text.trim().normalize('NFC').toLocaleLowerCase()
	const isConfirmed = same(typed) === same(confirmation)
	const stays = [
		...(found.testimonial_count > 0
			? [
					`That ${formatCount(found.testimonial_count, 'testimonial was', 'testimonials were')} erased, when, and by whom`,
				]
			: ['That invitations were erased, when, and by whom']),
		...(found.addresses.length > 0 ? ['A hash that keeps the address from being asked again'] : []),
		'Backups that you made before, until you delete them',
	]
	return (
		<SettingsSection id="erase" title={<span className="person-danger">Erase</span>} text="There is no way back.">
			<div className="ui-two">
				<Consequences label="Goes, within 60 seconds" lines={describeLoss(found)} tone="bad" />
				<Consequences label="Stays" lines={stays} />
			</div>
			<form
				className="ui-stack person-erase"
				noValidate
				onSubmit={(event) => {
					event.preventDefault()
					if (isConfirmed && !erase.isPending) erase.mutate(sought, { onSuccess: onErased })
				}}
			>
				<TextField
					label={
						<>
							Type <bdi>{confirmation}</bdi> to confirm
						</>
					}
					dir="auto"
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					value={typed}
					onChange={({ target }) => setTyped(target.value)}
					error={erase.error ? errorMessage(erase.error) : undefined}
					help="Capitals do not matter. Pasting works too."
				/>
				<div>
					<Button
						type="submit"
						variant="danger"
						busy={erase.isPending}
						aria-disabled={!isConfirmed || undefined}
						aria-describedby={isConfirmed ? undefined : help}
					>
						<Trash2 size={16} aria-hidden="true" />
						Erase for good
					</Button>
					<span className="ui-sr" id={help}>
						The confirmation is not complete.
					</span>
				</div>
			</form>
		</SettingsSection>
	)
}

function Consequences({ label, lines, tone }: { label: string; lines: string[]; tone?: 'bad' }) {
	const Icon = tone ? Trash2 : ShieldCheck
	return (
		<div>
			<p className="ui-label">{label}</p>
			<ul className="person-consequences">
				{lines.map((line) => (
					<li key={line}>
						<Badge tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
							<span>{line}</span>
						</Badge>
					</li>
				))}
			</ul>
		</div>
	)
}

/** The notice about a finished erasure. */
export function ErasedNotice({ erased }: { erased: PersonErased }) {
	const { testimonials, invitations, import_rows: rows, customer_events: events } = erased
	const parts = [
		...(testimonials > 0 ? [formatCount(testimonials, 'testimonial')] : []),
		...(invitations > 0 ? [formatCount(invitations, 'invitation')] : []),
		...(rows > 0 ? [formatCount(rows, 'row of an import', 'rows of imports')] : []),
		...(events > 0 ? [formatCount(events, 'event')] : []),
	]
	const notice = useRef<HTMLDivElement>(null)
	// The pressed button is gone.
	useEffect(() => notice.current?.focus(), [])
	return (
		<div ref={notice} tabIndex={-1} className="person-erased">
			<Notice icon={<Check size={16} aria-hidden="true" />}>
				<p>
					{parts.length === 0
						? 'Nothing was left to erase: somebody else was faster.'
						: `Erased: ${formatList(parts)}. Walls and embeds follow within 60 seconds.`}{' '}
					Backups that you made before still have it: delete them, or erase again after restoring one.{' '}
					<Link to="/dashboard/space/history">History</Link>
				</p>
			</Notice>
		</div>
	)
}
