import type { Collision } from '#web/lib/merge.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import './collision-notice.css'

/** Says what somebody else changed at the same time, that one's own stands, and offers theirs. */
export function CollisionNotice<Field extends string>(props: {
	/** "form", "wall" or "space". */
	what: string
	/** What a person does to save, where it does not happen by itself. */
	savedBy?: string
	/** How each part is called, at the beginning of a line. */
	words: Record<Field, string>
	collisions: readonly Collision<Field>[]
	onTheirs: () => void
	onMine: () => void
}) {
	const { what, words, collisions } = props
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
						{words[field]}
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
