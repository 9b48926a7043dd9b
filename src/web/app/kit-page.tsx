import { usePageTitle } from '#web/lib/page-title.ts'
import { useTheme } from '#web/lib/theme.ts'
import { Segmented } from '#web/ui/choice.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FullScreenLoading, PageSpinner } from '#web/ui/spinner.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { KitFields } from './kit-fields.tsx'
import { KitMarks } from './kit-marks.tsx'
import { KitOverlays } from './kit-overlays.tsx'
import '#web/ui/settings.css'
import './kit.css'

const themes = [
	{ value: 'system', label: 'System' },
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
] as const

/** /kit, in development only: every component in every state. */
export function Page() {
	usePageTitle('Kit')
	const { choice, choose } = useTheme()
	return (
		<>
			<main className="kit">
				<h1 className="ui-page-title">Kit</h1>
				<div>
					<Segmented label="Theme" value={choice} options={themes} onChange={choose} />
				</div>
				<KitFields />
				<KitMarks />
				<KitOverlays />
				<section>
					<h2 className="ui-section-title">Waiting and failing</h2>
					<PageSpinner />
					<FullScreenLoading />
					<ErrorBox error={new Error('An example of what went wrong')} />
				</section>
			</main>
			<Toaster />
		</>
	)
}
