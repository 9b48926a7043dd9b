import type { FormEvent } from 'react'
import { brandPalette } from '#shared/look/brand-color.ts'
import { readSpaceLook } from '#shared/look/space-look.ts'
import type { SpaceRow } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useMergeState } from '#web/lib/drafts/use-merge-state.ts'
import { Button } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { LookPresets } from '#web/ui/looks/look-presets.tsx'
import { ConflictNotice } from '#web/ui/notices/conflict-notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { ColorField } from './brand-section.tsx'
import { spaceFieldLabels, useSaveSpace } from './use-save-space.ts'

const types = [
	{ value: 'serif', label: 'Serif' },
	{ value: 'sans', label: 'Sans' },
	{ value: 'brand', label: 'Brand' },
] as const
const corners = [
	{ value: 'square', label: 'Square' },
	{ value: 'soft', label: 'Slight' },
	{ value: 'round', label: 'Round' },
] as const

/** The look that new walls and forms begin with. Those that exist keep theirs. */
export function LookSection({ space, locked }: { space: SpaceRow; locked: boolean }) {
	const stored = readSpaceLook(space.brand)
	const { value, edit, ...mergeState } = useMergeState({
		color: space.brand.color ?? '',
		accent: stored.accent ?? '',
		type: stored.type,
		corners: stored.corners,
	})
	const save = useSaveSpace(space, 'Look saved')
	const unreadable = value.accent !== '' && !brandPalette(value.accent)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (unreadable) return
		mergeState.markSent(value)
		save.mutate({ ...value, color: value.color || null, accent: value.accent || null })
	}
	return (
		<SettingsSection
			id="look"
			title="Look"
			text="New walls begin with this, and new forms with its type. Those that exist keep theirs; the studio of a wall can take this look."
		>
			<form className="ui-stack" onSubmit={submit} noValidate>
				<LookPresets
					label="Begin with"
					disabled={locked}
					onPick={({ color, accent, type, corners }) =>
						edit({ color: color ?? '', accent: accent ?? '', type, corners })
					}
				/>
				<ColorField
					label="Second colour"
					usual="#9a6200"
					value={value.accent}
					disabled={locked}
					error={unreadable ? 'Write the colour as #b0532b.' : undefined}
					onChange={(accent) => edit({ accent })}
				/>
				<fieldset className="ui-stack" disabled={locked} aria-label="Type and corners">
					<span className="ui-label" aria-hidden="true">
						Type
					</span>
					<SegmentedControl
						label="Type"
						value={value.type === 'host' ? 'serif' : value.type}
						options={types}
						onChange={(type) => edit({ type })}
					/>
					<span className="ui-label" aria-hidden="true">
						Corners
					</span>
					<SegmentedControl
						label="Corners"
						value={value.corners}
						options={corners}
						onChange={(corners) => edit({ corners })}
					/>
				</fieldset>
				<ConflictNotice
					what="space"
					savedBy="save"
					labels={spaceFieldLabels}
					collisions={mergeState.collisions}
					onTheirs={mergeState.acceptRemote}
					onMine={mergeState.keepLocal}
				/>
				{save.error && mergeState.collisions.length === 0 ? (
					<p className="ui-error">{errorMessage(save.error)}</p>
				) : null}
				{locked ? null : (
					<div className="ui-buttons">
						<Button type="submit" variant="primary" busy={save.isPending}>
							Save the look
						</Button>
					</div>
				)}
			</form>
		</SettingsSection>
	)
}
