import { Mail } from 'lucide-react'
import { useId } from 'react'
import { useTick } from '#web/lib/milestones.ts'
import { useProfile } from '#web/lib/profile.ts'
import { plainAddress, publicAddress } from '#web/lib/public-address.ts'
import { mailAddress, readyMails } from '#web/lib/ready-mails.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { QrDownloads } from './qr-downloads.tsx'

/** The ways to ask for a testimonial: the link, a QR code, three ready mails. */
export function ShareWays({ slug, spaceName }: { slug: string; spaceName: string }) {
	const link = publicAddress.form(slug)
	const tick = useTick()
	const { data: profile } = useProfile()
	const mails = readyMails({ spaceName, link, sender: profile?.full_name ?? '' })
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
						value={plainAddress(link)}
						onFocus={(event) => event.target.select()}
					/>
					<CopyButton
						variant="primary"
						label="Copy link"
						text={link}
						onCopied={() => tick('share')}
					/>
				</div>
			</div>
			<QrDownloads link={link} slug={slug} spaceName={spaceName} onUsed={() => tick('share')} />
			<div>
				<span className="ui-label">Three ready mails</span>
				<ul className="ui-rows start-mails">
					{mails.map((mail) => (
						<li key={mail.title}>
							<div>
								<p>{mail.title}</p>
								<p className="ui-small ui-quiet">{mail.when}</p>
							</div>
							<CopyButton size="tiny" text={mail.body} onCopied={() => tick('share')} />
							<a
								className={buttonClass({ size: 'tiny' })}
								href={mailAddress(mail)}
								onClick={() => tick('share')}
							>
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
