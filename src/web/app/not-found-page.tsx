import { Link } from 'react-router'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import './not-found-page.css'

/** The screen of an unknown address. */
export function Page() {
	usePageTitle('Not found')
	return (
		<div className="not-found">
			<p className="not-found-marks" aria-hidden="true">
				“<span />”
			</p>
			<h1 className="ui-page-title">Nothing was said here.</h1>
			<p className="ui-quiet">The address may be mistyped, or what stood here belongs to another space.</p>
			<Link className={buttonClass({ variant: 'primary' })} to="/dashboard">
				Go to the overview
			</Link>
		</div>
	)
}
