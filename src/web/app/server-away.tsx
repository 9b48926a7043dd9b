import { useSyncExternalStore } from 'react'
import { isServerAway, watchServerAway } from '#web/lib/server-away.ts'
import './server-away.css'

/** Says, while a screen or a menu waits for a server that does not answer, that nothing has to be done. */
export function ServerAway() {
	const away = useSyncExternalStore(watchServerAway, isServerAway)
	return (
		<div className="server-away" role="status">
			{away ? (
				<p>The server cannot be reached. What you asked for opens as soon as it answers again.</p>
			) : null}
		</div>
	)
}
