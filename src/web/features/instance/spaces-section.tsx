import { useState } from 'react'
import type { InstanceSpace } from '#shared/instance-report.ts'
import { formatDay, formatNumber } from '#web/lib/format/format.ts'
import { formatBytes } from '#web/lib/format/format-bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { LimitsDialog } from './limits-dialog.tsx'

/** Every space with its size and limits. */
export function SpacesSection({ spaces }: { spaces: InstanceSpace[] }) {
	const [open, setOpen] = useState<string>()
	const chosen = spaces.find(({ id }) => id === open)
	return (
		<SettingsSection
			id="spaces"
			title="Spaces"
			text="You do not see their words. A limit holds for what members add; visitors are never refused."
		>
			{spaces.length === 0 ? <p className="ui-quiet">Nobody has made a space yet.</p> : null}
			<ul className="ui-rows">
				{spaces.map((space) => (
					<li key={space.id} className="instance-line">
						<div>
							<p>
								<bdi className="instance-name">{space.name}</bdi>
							</p>
							<p className="ui-small ui-quiet ui-num">
								{withLimit(formatNumber(space.testimonials), space.most_testimonials, formatNumber)} testimonials ·{' '}
								{withLimit(formatBytes(space.bytes), space.most_bytes, formatBytes)} ·{' '}
								{space.members === 1 ? '1 member' : `${formatNumber(space.members)} members`} · since{' '}
								{formatDay(space.created_at)}
							</p>
						</div>
						<Button size="tiny" aria-label={`Limits of ${space.name}`} onClick={() => setOpen(space.id)}>
							Limits
						</Button>
					</li>
				))}
			</ul>
			{chosen ? <LimitsDialog key={chosen.id} space={chosen} onClose={() => setOpen(undefined)} /> : null}
		</SettingsSection>
	)
}

const withLimit = (value: string, most: number | null, format: (value: number) => string) =>
	most === null ? value : `${value} of ${format(most)}`
