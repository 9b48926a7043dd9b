import { lazy, Suspense, useLayoutEffect } from 'react'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { useMaybeSpace } from '#web/lib/space-context.tsx'

const Palette = lazy(async () => ({
	default: (await reloadOnce(() => import('./palette.tsx'))).Palette,
}))

/** Opens the palette on Ctrl or Cmd + K; its code is loaded the first time. */
export function PaletteHost({
	open,
	onOpenChange,
}: {
	open: boolean
	onOpenChange: (open: boolean) => void
}) {
	const space = useMaybeSpace()
	useLayoutEffect(() => {
		const press = (event: KeyboardEvent) => {
			if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
			if (event.shiftKey || event.altKey) return
			event.preventDefault()
			onOpenChange(true)
		}
		window.addEventListener('keydown', press)
		return () => window.removeEventListener('keydown', press)
	}, [onOpenChange])
	if (!open || !space) return null
	return (
		<Suspense>
			<Palette onClose={() => onOpenChange(false)} />
		</Suspense>
	)
}
