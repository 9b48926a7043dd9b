import { Link as LinkIcon, Mail } from 'lucide-react'
import { Link } from 'react-router'
import { displayUrl } from '#web/lib/spaces/public-url.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { mailtoUrl, type RequestEmail, useShareLink } from '#web/lib/spaces/use-share-link.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton, copyText } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { PrintCard } from '#web/ui/pictures/print-card.tsx'
import { QrCode, QrCodeDownloads } from '#web/ui/pictures/qr-code.tsx'
import { FormCode } from './form-code.tsx'
import type { LoadedForm } from './use-forms.ts'
import './share-panel.css'

/** Ways to share the form: link, QR code, mails, a button for a website. */
export function SharePanel(props: {
	form: LoadedForm
	/** True when sharing is the next thing to do. */
	isMain: boolean
	open: boolean
	onOpenChange: (open: boolean) => void
}) {
	const { form, isMain, open, onOpenChange } = props
	const { space, canEdit } = useSpace()
	const { title, locale, is_open: isOpen } = form.published
	const { link, mails, markShared } = useShareLink(form.slug)
	return (
		<Popover
			label="Share this form"
			align="end"
			open={open}
			onOpenChange={onOpenChange}
			bare
			trigger={
				<Button variant={isMain ? 'primary' : 'plain'}>
					<LinkIcon size={16} aria-hidden="true" />
					Share
				</Button>
			}
		>
			<div className="share">
				<h2 className="ui-section-title">Share this form</h2>
				<TextField
					label="Link"
					hideLabel
					readOnly
					dir="ltr"
					value={displayUrl(link)}
					onFocus={(event) => event.target.select()}
					onCopy={markShared}
					after={<CopyButton variant="primary" text={link} onCopied={markShared} />}
				/>
				{isOpen ? null : <p className="ui-error">The form is closed: open it before you share.</p>}
				<div className="share-qr">
					<figure className="share-code">
						<QrCode text={link} label="QR code of the form" size={132} />
						<figcaption dir="ltr">{displayUrl(link)}</figcaption>
					</figure>
					<p>
						<strong>QR code</strong>
						<br />
						<span className="ui-quiet">For the counter, the back of an invoice, a parcel</span>
					</p>
					<div className="share-acts">
						<QrCodeDownloads link={link} name={form.slug} iconSize={14} onSaved={markShared} />
						<PrintCard {...{ link, spaceName: space.name, title, locale }} iconSize={14} onPrinted={markShared} />
					</div>
				</div>
				<hr />
				<div>
					<p>
						<strong>Mail</strong>
					</p>
					<div className="share-acts">
						{mails.map((mail) => (
							<MailMenu key={mail.title} mail={mail} onUsed={markShared} />
						))}
					</div>
					{canEdit && isOpen ? (
						<p className="share-ask ui-small ui-quiet">
							For many at once, <Link to={`/dashboard/invitations/new?form=${form.id}`}>invite your customers</Link>:
							each gets a personal link.
						</p>
					) : null}
				</div>
				<FormCode {...{ link, slug: form.slug, title, onCopied: markShared }} />
				<p className="ui-small ui-quiet">
					In an app of your own, a small card can{' '}
					<Link to="/dashboard/space/connections/prompt">ask each person once</Link>.
				</p>
			</div>
		</Popover>
	)
}

function MailMenu({ mail, onUsed }: { mail: RequestEmail; onUsed: () => void }) {
	return (
		<Menu
			trigger={
				<Button size="tiny">
					<Mail size={14} aria-hidden="true" />
					{mail.title}
				</Button>
			}
		>
			<MenuItem asChild onSelect={onUsed}>
				<a href={mailtoUrl(mail)}>Open in your mail program</a>
			</MenuItem>
			<MenuItem
				onSelect={async () => {
					if (await copyText(`${mail.subject}\n\n${mail.body}`)) onUsed()
				}}
			>
				Copy subject and text
			</MenuItem>
		</Menu>
	)
}
