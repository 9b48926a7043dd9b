import { Mail } from 'lucide-react'
import { useId } from 'react'
import { useProfile } from '#web/lib/spaces/common-queries.ts'
import { displayUrl, publicUrl } from '#web/lib/spaces/public-url.ts'
import { mailtoUrl, requestEmails } from '#web/lib/spaces/request-emails.ts'
import { useCompleteMilestone } from '#web/lib/spaces/use-milestones.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { QrDownloads } from './qr-downloads.tsx'

/** Ways to ask for a testimonial: the link, a QR code, three mail templates. */
export function ShareOptions({ slug, spaceName }: { slug: string; spaceName: string }) {
	const link = publicUrl.form(slug)
	const completeStep = useCompleteMilestone()
	const { data: profile } = useProfile()
	const mails = requestEmails({ spaceName, link, sender: profile?.full_name ?? '' })
	const id = useId()
	return (
		<div className="start-share">
			<div className="ui-field">
				<label htmlFor={id}>Link</label>
				<div className="ui-affix">
					<input
						className="ui-input"
						id={id}
						readOnly
						dir="ltr"
						value={displayUrl(link)}
						onFocus={(event) => event.target.select()}
					/>
					<CopyButton variant="primary" label="Copy link" text={link} onCopied={() => completeStep('share')} />
				</div>
			</div>
			<QrDownloads link={link} slug={slug} spaceName={spaceName} onUsed={() => completeStep('share')} />
			<div>
				<span className="ui-label">Three ready mails</span>
				<ul className="ui-rows start-mails">
					{mails.map((mail) => (
						<li key={mail.title}>
							<div>
								<p>{mail.title}</p>
								<p className="ui-small ui-quiet">{mail.when}</p>
							</div>
							<CopyButton size="tiny" text={mail.body} onCopied={() => completeStep('share')} />
							<a className={buttonClass({ size: 'tiny' })} href={mailtoUrl(mail)} onClick={() => completeStep('share')}>
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
