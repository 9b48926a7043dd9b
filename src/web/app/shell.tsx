import { Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Masthead } from './masthead.tsx'
import { PaletteHost } from './palette-host.tsx'
import './shell.css'

/** Masthead, tabs and the screen below them. */
export function Page() {
	const { pathname } = useLocation()
	const [palette, setPalette] = useState(false)
	return (
		<div className="shell">
			<a className="ui-skip" href="#main">
				Skip to content
			</a>
			<Masthead onFind={() => setPalette(true)} />
			<main id="main" className="shell-main" tabIndex={-1}>
				<ErrorBoundary resetKey={pathname}>
					<Suspense fallback={<PageSpinner />}>
						<Outlet />
					</Suspense>
				</ErrorBoundary>
			</main>
			<PaletteHost open={palette} onOpenChange={setPalette} />
		</div>
	)
}
