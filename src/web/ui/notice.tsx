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
