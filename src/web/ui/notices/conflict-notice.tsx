import type { MergeConflict } from '#web/lib/drafts/merge-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from './notice.tsx'
import './conflict-notice.css'

/** Lists what another person changed concurrently, says that local changes are kept, and offers the other ones. */
export function ConflictNotice<Field extends string>(props: {
	/** "form", "wall" or "space". */
	what: string
	/** The way to save, where saving is not automatic. */
	savedBy?: string
	/** The label of each part, at the beginning of a line. */
	labels: Record<Field, string>
	collisions: readonly MergeConflict<Field>[]
	onTheirs: () => void
	onMine: () => void
}) {
	const { what, labels, collisions } = props
	if (collisions.length === 0) return null
	return (
		<Notice>
			<p>
				Somebody changed this {what} elsewhere at the same time.{' '}
				{props.savedBy
					? `Yours is still here, and takes the place of theirs when you ${props.savedBy}.`
					: 'What you wrote stands.'}
			</p>
			<ul className="ui-collisions">
				{collisions.map(({ field, theirs }) => (
					<li key={field}>
						{labels[field]}
						{typeof theirs === 'string' && theirs ? (
							<>
								{' elsewhere: '}
								<q dir="auto">{theirs}</q>
							</>
						) : null}
					</li>
				))}
			</ul>
			<span className="ui-collision-choices">
				<Button size="tiny" onClick={props.onTheirs}>
					Take theirs
				</Button>
				<Button size="tiny" variant="quiet" onClick={props.onMine}>
					Keep mine
				</Button>
			</span>
		</Notice>
	)
}
