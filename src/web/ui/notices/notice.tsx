import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import './notice.css'

/** A tinted message. An error is announced at once, others politely. */
export function Notice({
	isError = false,
	icon,
	children,
}: {
	isError?: boolean
	icon?: ReactNode
	children: ReactNode
}) {
	return (
		<div className={classNames('ui-notice', isError && 'ui-notice-bad')} role={isError ? 'alert' : 'status'}>
			{icon ?? (isError ? <TriangleAlert size={16} aria-hidden="true" /> : <Info size={16} aria-hidden="true" />)}
			<div className="ui-notice-words">{children}</div>
		</div>
	)
}
