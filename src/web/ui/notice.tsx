import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './notice.css'

/** A tinted line or two that must be seen. Bad news is announced at once, the rest politely. */
export function Notice({
	bad = false,
	icon,
	children,
}: {
	bad?: boolean
	icon?: ReactNode
	children: ReactNode
}) {
	return (
		<div
			className={classNames('ui-notice', bad && 'ui-notice-bad')}
			role={bad ? 'alert' : 'status'}
		>
			{icon ??
				(bad ? (
					<TriangleAlert size={16} aria-hidden="true" />
				) : (
					<Info size={16} aria-hidden="true" />
				))}
			<div className="ui-notice-words">{children}</div>
		</div>
	)
}

/** What stands where a list would: a sentence and the next action. */
export function Empty({
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

/** Code as text, to be copied. */
export function Code({ children }: { children: string }) {
	return (
		<pre className="ui-code" dir="ltr">
			{children}
		</pre>
	)
}

/** How far something is, from 0 to `max`. */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
	return <progress className="ui-progress" value={value} max={max} aria-label={label} />
}
