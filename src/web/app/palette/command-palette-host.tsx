import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { importWithReload } from '#web/lib/loading/import-with-reload.ts'
import { useOptionalSpace } from '#web/lib/spaces/space-context.tsx'
import type { CommandPaletteProps } from './command-palette.tsx'

const Palette = lazy(async () => ({
	default: (await importWithReload(() => import('./command-palette.tsx'))).CommandPalette,
}))

/** Opens the palette on Ctrl or Cmd + K; its code is loaded the first time. */
export function CommandPaletteHost({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
	const space = useOptionalSpace()
	const [typed, setTyped] = useState('')
	useLayoutEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
			if (event.shiftKey || event.altKey) return
			event.preventDefault()
			onOpenChange(true)
		}
		window.addEventListener('keydown', onKeyDown)
		return () => window.removeEventListener('keydown', onKeyDown)
	}, [onOpenChange])
	if (!open || !space) return null
	const close = () => {
		setTyped('')
		onOpenChange(false)
	}
	const field = { typed, onType: setTyped, onClose: close }
	return (
		<Suspense fallback={<LoadingField {...field} />}>
			<Palette {...field} />
		</Suspense>
	)
}

/** Collects keys until the palette's code has loaded; otherwise they would act on the screen below. */
function LoadingField({ typed, onType, onClose }: CommandPaletteProps) {
	const field = useRef<HTMLInputElement>(null)
	useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
	return (
		<div className="ui-sr" role="dialog" aria-label="Search or jump to" aria-busy="true">
			<input
				ref={field}
				aria-label="Search or jump to"
				value={typed}
				onChange={({ target }) => onType(target.value)}
				onKeyDown={({ key }) => key === 'Escape' && onClose()}
			/>
		</div>
	)
}
