import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'

/** A finished check, with a mark for good or bad. */
export function CheckLine({
	isBad = false,
	title,
	children,
}: {
	isBad?: boolean
	title: string
	children?: ReactNode
}) {
	return (
		<li className={isBad ? 'archive-check archive-check-bad' : 'archive-check'}>
			{isBad ? <X size={16} aria-hidden="true" /> : <Check size={16} aria-hidden="true" />}
			<div>
				<strong>{title}</strong>
				<span className="ui-small ui-quiet">{children}</span>
			</div>
		</li>
	)
}
