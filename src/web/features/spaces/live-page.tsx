import { Link } from 'react-router'
import { plainAddress, publicAddress } from '#web/lib/public-address.ts'
import './live-page.css'

/** The real form page, as a desk and as a phone show it. Only to look at: it takes no clicks and no focus. */
export function LivePage({ slug, formId }: { slug: string; formId: string }) {
	const address = publicAddress.form(slug)
	return (
		<figure className="live-page">
			<div className="live-page-frame live-page-desk">
				<div className="live-page-bar">
					<span>{plainAddress(address)}</span>
					<span className="ui-num">960</span>
				</div>
				<div className="live-page-view">
					<iframe src={address} title="Your form on a desktop" tabIndex={-1} inert loading="lazy" />
				</div>
			</div>
			<div className="live-page-frame live-page-hand">
				<div className="live-page-view">
					<iframe src={address} title="Your form on a phone" tabIndex={-1} inert loading="lazy" />
				</div>
			</div>
			<figcaption>
				The real page, not a drawing.{' '}
				<Link to={`/dashboard/forms/${formId}`}>Change its questions</Link> or{' '}
				<a href={address}>open it</a>.
			</figcaption>
		</figure>
	)
}
