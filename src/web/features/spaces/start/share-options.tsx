import { Mail } from 'lucide-react'
import type { FormRow } from '#shared/rows.ts'
import { displayUrl } from '#web/lib/spaces/public-url.ts'
import { mailtoUrl, useShareLink } from '#web/lib/spaces/use-share-link.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { PrintCard } from '#web/ui/pictures/print-card.tsx'
import { QrCode, QrCodeDownloads } from '#web/ui/pictures/qr-code.tsx'
import '#web/ui/settings.css'

type SharedForm = Pick<FormRow, 'slug' | 'title' | 'locale'>

/** Ways to ask for a testimonial: the link, a QR code, three mail templates. */
export function ShareOptions({ form, spaceName }: { form: SharedForm; spaceName: string }) {
	const { slug, title, locale } = form
	const { link, mails, markShared } = useShareLink(slug)
	return (
		<div className="start-share">
			<TextField
				label="Link"
				readOnly
				dir="ltr"
				value={displayUrl(link)}
				onFocus={(event) => event.target.select()}
				onCopy={markShared}
				after={<CopyButton variant="primary" label="Copy link" text={link} onCopied={markShared} />}
			/>
			<div className="start-qr">
				<QrCode text={link} label="QR code of your form" />
				<div>
					<p>
						<strong>For the counter</strong>
						<br />
						<span className="ui-quiet">Opens the form on their phone</span>
					</p>
					<span className="ui-buttons">
						<QrCodeDownloads link={link} name={slug} iconSize={16} onSaved={markShared} />
						<PrintCard {...{ link, spaceName, title, locale }} iconSize={16} onPrinted={markShared} />
					</span>
				</div>
			</div>
			<div>
				<span className="ui-label">Three ready mails</span>
				<ul className="ui-rows start-mails">
					{mails.map((mail) => (
						<li key={mail.title}>
							<div>
								<p>{mail.title}</p>
								<p className="ui-small ui-quiet">{mail.when}</p>
							</div>
							<CopyButton size="tiny" text={mail.body} onCopied={markShared} />
							<a className={buttonClass({ size: 'tiny' })} href={mailtoUrl(mail)} onClick={markShared}>
								<Mail size={16} aria-hidden="true" />
								Open
							</a>
						</li>
					))}
				</ul>
			</div>
		</div>
	)
}
