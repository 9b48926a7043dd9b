import { Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { CommandPaletteHost } from '#web/app/palette/command-palette-host.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AppHeader } from './app-header.tsx'
import './shell.css'

/** Header, tabs and the current screen. */
export function Page() {
	const { pathname } = useLocation()
	const [isPaletteOpen, setPaletteOpen] = useState(false)
	return (
		<div className="shell">
			<a className="ui-skip" href="#main">
				Skip to content
			</a>
			<AppHeader onFind={() => setPaletteOpen(true)} />
			<main id="main" className="shell-main" tabIndex={-1}>
				<ErrorBoundary resetKey={pathname}>
					<Suspense fallback={<PageSpinner />}>
						<Outlet />
					</Suspense>
				</ErrorBoundary>
			</main>
			<CommandPaletteHost open={isPaletteOpen} onOpenChange={setPaletteOpen} />
		</div>
	)
}
