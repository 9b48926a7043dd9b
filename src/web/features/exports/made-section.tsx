import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { MadeRow, stateWords } from './made-row.tsx'
import { useExports } from './use-exports.ts'

/** The files of the last seven days, with those that are being made and those that failed. */
export function MadeSection() {
	const { space } = useSpace()
	const { data: rows, error } = useExports(space.id)
	const newest = rows?.[0]
	return (
		<SettingsSection
			id="made"
			title="Made before"
			text="Kept for 7 days, or until somebody is erased for good. At most five files."
		>
			{error && !rows ? <p className="ui-error">{errorMessage(error)}</p> : null}
			{rows?.length === 0 ? <p className="ui-quiet">None yet.</p> : null}
			<ul className="ui-rows">
				{rows?.map((row) => (
					<MadeRow key={row.id} row={row} />
				))}
			</ul>
			<p className="ui-sr" role="status">
				{newest ? stateWords(newest) : ''}
			</p>
		</SettingsSection>
	)
}
