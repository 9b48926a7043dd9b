import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { fieldWords } from './form-words.ts'
import type { FormEditor } from './use-form-editor.ts'

/** Says where somebody else changed the same as oneself, and offers theirs. */
export function CollisionNotice({ editor }: { editor: FormEditor }) {
	const { collisions, change, dismissCollisions } = editor
	if (collisions.length === 0) return null
	return (
		<Notice>
			<p>This form was changed elsewhere at the same time. Yours stands.</p>
			<ul className="editor-collisions">
				{collisions.map(({ field, theirs }) => (
					<li key={field}>
						{fieldWords[field]} elsewhere:{' '}
						<q>{typeof theirs === 'string' ? theirs : JSON.stringify(theirs)}</q>
					</li>
				))}
			</ul>
			<span className="editor-row">
				<Button
					size="tiny"
					onClick={() => {
						for (const { field, theirs } of collisions)
							change({ type: 'set', part: { [field]: theirs } })
						dismissCollisions()
					}}
				>
					Take theirs
				</Button>
				<Button size="tiny" variant="quiet" onClick={dismissCollisions}>
					Keep mine
				</Button>
			</span>
		</Notice>
	)
}
