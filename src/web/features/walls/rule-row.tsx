import type { ReactNode } from 'react'

/** One line of the studio's settings: its label, then what can be set. */
export function RuleRow({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="studio-rule">
			<span className="ui-quiet" aria-hidden="true">
				{label}
			</span>
			<fieldset className="studio-set" aria-label={label}>
				{children}
			</fieldset>
		</div>
	)
}
