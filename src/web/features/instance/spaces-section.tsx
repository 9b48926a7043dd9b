import { type FormEvent, useState } from 'react'
import type { InstanceReport, InstanceSpace } from '#shared/instance/instance-report.ts'
import { formatCount, formatNumber, formatSize } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { useInstanceAction } from './use-instance.ts'

/** Every space with its size, its limits and the last sign-in of a member. */
export function SpacesSection({ report: { spaces, accounts } }: { report: InstanceReport }) {
	const [open, setOpen] = useState<string>()
	const chosen = spaces.find(({ id }) => id === open)
	return (
		<SettingsSection
			id="spaces"
			title="Spaces"
			text={`${formatCount(accounts, 'account')} in ${formatCount(spaces.length, 'space')}. You do not see their words. A limit holds for what members add; visitors are never refused.`}
		>
			{spaces.length === 0 ? (
				<p className="ui-quiet">There is no space yet.</p>
			) : (
				<table className="instance-table instance-spaces">
					<thead>
						<tr>
							<th scope="col">Space</th>
							<th scope="col" className="instance-number">
								Testimonials
							</th>
							<th scope="col" className="instance-number">
								Files
							</th>
							<th scope="col">Last sign-in</th>
							<th scope="col">
								<span className="ui-sr">Act</span>
							</th>
						</tr>
					</thead>
					<tbody>
						{spaces.map((space) => (
							<SpaceRow key={space.id} space={space} onLimits={() => setOpen(space.id)} />
						))}
					</tbody>
				</table>
			)}
			{chosen ? <LimitsDialog key={chosen.id} space={chosen} onClose={() => setOpen(undefined)} /> : null}
		</SettingsSection>
	)
}

function SpaceRow({ space, onLimits }: { space: InstanceSpace; onLimits: () => void }) {
	const { name, members, created_at, testimonials, most_testimonials, bytes, most_bytes, last_sign_in } = space
	return (
		<tr>
			<td className="instance-lead">
				<bdi className="instance-name">{name}</bdi>
				<p className="ui-small ui-quiet">
					{formatCount(members, 'member')}, since {formatDate(created_at)}
				</p>
			</td>
			<td className="instance-number" data-label="Testimonials">
				{withLimit(formatNumber(testimonials), most_testimonials, formatNumber)}
			</td>
			<td className="instance-number" data-label="Files">
				{withLimit(bytes === 0 ? '0' : formatSize(bytes), most_bytes, formatSize)}
			</td>
			<td className="ui-small ui-quiet" data-label="Last sign-in">
				{last_sign_in ? formatSignIn(last_sign_in) : 'never'}
			</td>
			<td className="instance-act">
				<Button size="tiny" aria-label={`Limits of ${name}`} onClick={onLimits}>
					Limits
				</Button>
			</td>
		</tr>
	)
}

/** "today", or the day. */
function formatSignIn(at: string): string {
	return formatDate(at) === formatDate(new Date()) ? 'today' : formatDate(at)
}

const withLimit = (value: string, most: number | null, format: (value: number) => string) =>
	most === null ? value : `${value} of ${format(most)}`

const megabyte = 1_000_000
const wrongNumber = 'Type a whole number, or leave it empty for no limit.'

/** Sets or lifts the limits of one space. */
function LimitsDialog({ space, onClose }: { space: InstanceSpace; onClose: () => void }) {
	const [words, setWords] = useState(String(space.most_testimonials ?? ''))
	const [files, setFiles] = useState(space.most_bytes === null ? '' : String(Math.round(space.most_bytes / megabyte)))
	const [isChecked, setChecked] = useState(false)
	const { mutate, isPending } = useInstanceAction()
	const testimonials = parse(words)
	const megabytes = parse(files)
	const save = (event: FormEvent) => {
		event.preventDefault()
		setChecked(true)
		if (testimonials === undefined || megabytes === undefined) return
		mutate(
			{
				action: {
					action: 'set_limits',
					space: space.id,
					most_testimonials: testimonials,
					most_bytes: megabytes === null ? null : megabytes * megabyte,
				},
				said: 'Limits saved',
			},
			{ onSuccess: onClose },
		)
	}
	return (
		<Dialog
			title={
				<>
					Limits of <bdi>{space.name}</bdi>
				</>
			}
			open
			onOpenChange={(open) => (open ? undefined : onClose())}
		>
			<form onSubmit={save} noValidate className="ui-stack">
				<TextField
					label="Most testimonials"
					inputMode="numeric"
					value={words}
					onChange={({ target }) => setWords(target.value)}
					help="Empty is no limit. What visitors send is always taken."
					error={isChecked && testimonials === undefined ? wrongNumber : undefined}
				/>
				<TextField
					label="Most storage in MB"
					inputMode="numeric"
					value={files}
					onChange={({ target }) => setFiles(target.value)}
					help="Empty is no limit."
					error={isChecked && megabytes === undefined ? wrongNumber : undefined}
				/>
				<DialogFooter>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" variant="primary" busy={isPending}>
						Save limits
					</Button>
				</DialogFooter>
			</form>
		</Dialog>
	)
}

/** Null for no limit, undefined for what is no whole number. */
function parse(text: string): number | null | undefined {
	const plain = text.replace(/[\s,.’']/g, '')
	if (plain === '') return null
	return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
}
