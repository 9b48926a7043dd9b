import { useState } from 'react'
import { failedRequestId } from '#web/lib/client/failed-request.ts'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import './error-box.css'

/** The box for an uncaught error, with a fixed text. `onRetry` offers another try. */
export function ErrorBox({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
	const [requestId] = useState(failedRequestId)
	return (
		<div className="ui-error-box" role="alert">
			<h2>Something went wrong.</h2>
			<p>Please refresh the page or try again later.</p>
			<Button onClick={onRetry ?? (() => window.location.reload())}>{onRetry ? 'Try again' : 'Refresh'}</Button>
			<details>
				<summary>Details</summary>
				<Code>{requestId ? `${errorText(error)}\nRequest ${requestId}` : errorText(error)}</Code>
			</details>
		</div>
	)
}

function errorText(error: unknown): string {
	if (error instanceof Error) return `${error.name}: ${error.message}`
	if (typeof error === 'object' && error !== null) return JSON.stringify(error, null, 2)
	return String(error)
}
