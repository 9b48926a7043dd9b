import { useState } from 'react'
import type { Version } from './version.ts'

/** The history of a form or a wall on its screen: its dialog, and the version that the preview shows. */
export type VersionHistory<Kept extends Version> = {
	isOpen: boolean
	setOpen: (isOpen: boolean) => void
	/** Shown in the preview; null for the draft. */
	version: Kept | null
	look: (version: Kept | null) => void
	restore: (version: Kept) => void
}

/** @param onLook shows the preview, where it takes turns with the editor */
export function useVersionHistory<Kept extends Version>(
	onLook: () => void,
	onRestore: (version: Kept) => void,
): VersionHistory<Kept> {
	const [isOpen, setOpen] = useState(false)
	const [version, setVersion] = useState<Kept | null>(null)
	const show = (next: Kept | null) => {
		setVersion(next)
		setOpen(false)
	}
	return {
		isOpen,
		setOpen,
		version,
		look: (next) => {
			show(next)
			if (next) onLook()
		},
		restore: (next) => {
			onRestore(next)
			show(null)
		},
	}
}
