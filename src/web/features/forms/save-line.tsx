import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatAgo } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/use-media.ts'
import { TextButton } from '#web/ui/button.tsx'
import type { SaveState } from './use-form-editor.ts'

/** Whether everything reached the server, in words; with the way on when it did not. */
export function SaveLine({
	save,
	troubled,
	onRetry,
}: {
	save: SaveState
	/** How many fields cannot be saved as they are. */
	troubled: number
	onRetry: () => void
}) {
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
					<span className="editor-why" title={save.why}>
						<TextButton same onClick={onRetry}>
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
	if (troubled > 0)
		return (
			<span className="editor-saved editor-saved-bad" role="status">
				<TriangleAlert size={14} aria-hidden="true" />
				Saved, except what is marked
			</span>
		)
	return (
		<span className="editor-saved" role="status">
			<Check size={14} aria-hidden="true" />
			<span>
				Saved
				<span className="editor-when" aria-hidden="true">
					{now - save.at > 60_000 ? ` ${formatAgo(new Date(save.at), now)}` : ''}
				</span>
			</span>
		</span>
	)
}
