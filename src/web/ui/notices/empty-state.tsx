import type { ReactNode } from 'react'
import './empty-state.css'

/** The empty state of a list: a sentence and the next action. */
export function EmptyState({
	title,
	children,
	actions,
}: {
	title: ReactNode
	children?: ReactNode
	actions?: ReactNode
}) {
	return (
		<div className="ui-empty">
			<h2>{title}</h2>
			{children ? <div className="ui-quiet">{children}</div> : null}
			{actions ? <div className="ui-empty-actions">{actions}</div> : null}
		</div>
	)
}

/** A progress bar from 0 to `max`. */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
	return <progress className="ui-progress" value={value} max={max} aria-label={label} />
}
