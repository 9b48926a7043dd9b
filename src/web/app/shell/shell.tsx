import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import type { CommandPaletteProps } from '#web/app/palette/command-palette.tsx'
import { usePendingAlerts } from '#web/features/notifications/browser/use-pending-alerts.ts'
import { useProfileDefaults } from '#web/features/notifications/use-profile-defaults.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { useOptionalSpace } from '#web/lib/spaces/space-context.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AppHeader } from './app-header.tsx'
import '#web/ui/styles/page-frame.css'
import './shell.css'

const CommandPalette = lazyComponent(async () => (await import('#web/app/palette/command-palette.tsx')).CommandPalette)

/** Header, tabs and the current screen. */
export function Page() {
	const { pathname } = useLocation()
	const space = useOptionalSpace()
	useProfileDefaults()
	const [isPaletteOpen, setPaletteOpen] = useState(false)
	return (
		<div className="shell">
			<a className="ui-skip" href="#main">
				Skip to content
			</a>
			{space ? <PendingAlerts /> : null}
			<AppHeader onFind={() => setPaletteOpen(true)} />
			<main id="main" className="shell-main" tabIndex={-1}>
				<ErrorBoundary resetKey={pathname}>
					<Suspense fallback={<PageSpinner />}>
						<Outlet />
					</Suspense>
				</ErrorBoundary>
			</main>
			<PaletteWithShortcut open={isPaletteOpen} onOpenChange={setPaletteOpen} />
		</div>
	)
}

function PendingAlerts() {
	usePendingAlerts()
	return null
}

/** Opens the palette on Ctrl or Cmd + K; its code is loaded the first time. */
function PaletteWithShortcut({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
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
			<CommandPalette {...field} />
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
