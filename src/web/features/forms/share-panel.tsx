import { Download, Link as LinkIcon, Mail } from 'lucide-react'
import { escapeHtml } from '#web/lib/format/escape-html.ts'
import { useProfile } from '#web/lib/spaces/common-queries.ts'
import { displayUrl, publicUrl } from '#web/lib/spaces/public-url.ts'
import { mailtoUrl, type RequestEmail, requestEmails } from '#web/lib/spaces/request-emails.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { useCompleteMilestone } from '#web/lib/spaces/use-milestones.ts'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { CopyButton, copyText } from '#web/ui/copy-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { QrCode, saveQrCode } from '#web/ui/pictures/qr-code.tsx'
import type { LoadedForm } from './use-forms.ts'
import './share-panel.css'

/** Ways to share the form: link, QR code, mails, a button for a website. */
export function SharePanel({
	form,
	open,
	onOpenChange,
}: {
	form: LoadedForm
	open: boolean
	onOpenChange: (open: boolean) => void
}) {
	const { space } = useSpace()
	const { data: profile } = useProfile()
	const completeStep = useCompleteMilestone()
	const link = publicUrl.form(form.slug)
	const markShared = () => completeStep('share')
	const saveCode = (kind: 'svg' | 'png') => void saveQrCode(link, form.slug, kind).then(markShared)
	const mails = requestEmails({ spaceName: space.name, link, sender: profile?.full_name ?? '' })
	const html = `<a href="${escapeHtml(link)}">Tell us how it went</a>`
	return (
		<Popover
			label="Share this form"
			align="end"
			open={open}
			onOpenChange={onOpenChange}
			bare
			trigger={
				<Button variant="primary">
					<LinkIcon size={16} aria-hidden="true" />
					Share
				</Button>
			}
		>
			<div className="share">
				<h2 className="ui-section-title">Share this form</h2>
				<div className="ui-affix">
					<input
						className="ui-input"
						readOnly
						dir="ltr"
						aria-label="Link"
						value={displayUrl(link)}
						onFocus={(event) => event.target.select()}
					/>
					<CopyButton variant="primary" text={link} onCopied={markShared} />
				</div>
				{form.draft.is_open ? null : <p className="ui-error">The form is closed: open it before you share.</p>}
				<div className="share-qr">
					<QrCode text={link} label="QR code of the form" size={104} />
					<div>
						<p>
							<strong>QR code</strong>
						</p>
						<p className="ui-quiet">For the counter or the back of an invoice</p>
						<div className="share-acts">
							<Button size="tiny" onClick={() => saveCode('svg')}>
								<Download size={14} aria-hidden="true" />
								SVG
							</Button>
							<Button size="tiny" onClick={() => saveCode('png')}>
								<Download size={14} aria-hidden="true" />
								PNG
							</Button>
						</div>
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
				</div>
				<div>
					<div className="share-line">
						<strong>Button for your site</strong>
						<CopyButton size="tiny" text={html} onCopied={markShared} />
					</div>
					<Code>{html}</Code>
				</div>
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
