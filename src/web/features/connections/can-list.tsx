import { Ban, Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const icons = { can: Check, never: Ban, stops: X }

/** Lines that something can do, can never do, or stops doing. */
export function CanList({
	kind,
	lines,
}: {
	kind: keyof typeof icons
	lines: readonly { key: string; text: ReactNode; code?: string }[]
}) {
	const Icon = icons[kind]
	return (
		<ul className={classNames('conn-can', kind !== 'can' && 'conn-cannot')}>
			{lines.map(({ key, text, code }) => (
				<li key={key}>
					<Icon size={16} aria-hidden="true" />
					<span>
						{text}
						{code ? <code className="ui-mono">{code}</code> : null}
					</span>
				</li>
			))}
		</ul>
	)
}
