import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOnline } from '#web/lib/browser/use-media-query.ts'
import type { DraftSaveState } from '#web/lib/drafts/versioned-draft.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { TextButton } from '#web/ui/button.tsx'

/** The save state in words, with a retry when saving failed. */
export function SaveStatus(props: {
	save: DraftSaveState
	/** Number of fields that cannot be saved. */
	problemCount: number
	/** True when a question that is just being made lacks something. */
	isNewIncomplete: boolean
	onRetry: () => void
}) {
	const { save, problemCount, isNewIncomplete, onRetry } = props
	const online = useOnline()
	const [now, setNow] = useState(() => Date.now())
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 15_000)
		return () => clearInterval(timer)
	}, [])
	if (save.is === 'failed')
		return (
			<span className="editor-saved editor-saved-bad" role="alert">
				<TriangleAlert size={14} aria-hidden="true" />
				<span>
					{online ? 'Not saved. ' : 'Offline. '}
					Kept in this browser.{' '}
					<span title={save.why}>
						<TextButton inheritColor onClick={onRetry}>
							Try again
						</TextButton>
					</span>
				</span>
			</span>
		)
	if (save.is !== 'saved')
		return (
			<span className="editor-saved" role="status">
				Saving…
			</span>
		)
	if (problemCount > 0)
		return (
			<span className="editor-saved editor-saved-bad" role="status">
				<TriangleAlert size={14} aria-hidden="true" />
				Saved, except what is marked
			</span>
		)
	if (isNewIncomplete)
		return (
			<span className="editor-saved" role="status">
				Saved, except the new question
			</span>
		)
	return (
		<span className="editor-saved" role="status">
			<Check size={14} aria-hidden="true" />
			<span>
				Saved
				<span className="editor-when" aria-hidden="true">
					{now - save.at > 60_000 ? ` ${formatRelative(save.at, 'sentence', new Date(now))}` : ''}
				</span>
			</span>
		</span>
	)
}
