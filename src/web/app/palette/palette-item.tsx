import { Command } from 'cmdk'
import type { ReactNode } from 'react'

/** One line of the palette. `keywords` are the texts that find it, by default the text of its children. */
export function PaletteItem(props: { icon: ReactNode; keywords?: string; run: () => void; children: ReactNode }) {
	const { icon, keywords, run, children } = props
	return (
		<Command.Item className="shell-palette-item" value={keywords} onSelect={run}>
			<span className="shell-palette-icon" aria-hidden="true">
				{icon}
			</span>
			<span>{children}</span>
		</Command.Item>
	)
}
