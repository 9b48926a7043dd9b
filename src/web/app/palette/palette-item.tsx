import { Command } from 'cmdk'
import type { ReactNode } from 'react'

/** One line of the palette. `keywords` are the texts that find it, by default the text of its children. */
export function PaletteItem({
	icon,
	keywords,
	run,
	children,
}: {
	icon: ReactNode
	keywords?: string
	run: () => void
	children: ReactNode
}) {
	return (
		<Command.Item className="shell-palette-item" value={keywords} onSelect={run}>
			<span className="shell-palette-icon" aria-hidden="true">
				{icon}
			</span>
			<span>{children}</span>
		</Command.Item>
	)
}
