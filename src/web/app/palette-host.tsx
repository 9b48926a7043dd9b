import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { useMaybeSpace } from '#web/lib/space-context.tsx'
import type { PaletteProps } from './palette.tsx'

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
	const [typed, type] = useState('')
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
	const close = () => {
		type('')
		onOpenChange(false)
	}
	const field = { typed, onType: type, onClose: close }
	return (
		<Suspense fallback={<EarlyField {...field} />}>
			<Palette {...field} />
		</Suspense>
	)
}

/** Takes what is typed before the palette's code is there: until then the keys would be those of the screen below. */
function EarlyField({ typed, onType, onClose }: PaletteProps) {
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
