import { Download, Link as LinkIcon, Mail } from 'lucide-react'
import { useTick } from '#web/lib/milestones.ts'
import { useProfile } from '#web/lib/profile.ts'
import { plainAddress, publicAddress } from '#web/lib/public-address.ts'
import { mailAddress, type ReadyMail, readyMails } from '#web/lib/ready-mails.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { saveQrCode } from '#web/ui/qr-files.ts'
import type { LoadedForm } from './forms-data.ts'
import './share-panel.css'

const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Ways to bring people to the form: link, QR code, mails, a button for one's own site. */
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
	const tick = useTick()
	const link = publicAddress.form(form.slug)
	const used = () => tick('share')
	const saveCode = (kind: 'svg' | 'png') => void saveQrCode(link, form.slug, kind).then(used)
	const mails = readyMails({ spaceName: space.name, link, sender: profile?.full_name ?? '' })
	const html = `<a href="${escaped(link)}">Tell us how it went</a>`
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
						value={plainAddress(link)}
						onFocus={(event) => event.target.select()}
					/>
					<CopyButton variant="primary" text={link} onCopied={used} />
				</div>
				{form.draft.is_open ? null : (
					<p className="ui-error">The form is closed: open it before you share.</p>
				)}
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
							<MailMenu key={mail.title} mail={mail} onUsed={used} />
						))}
					</div>
				</div>
				<div>
					<div className="share-line">
						<strong>Button for your site</strong>
						<CopyButton size="tiny" text={html} onCopied={used} />
					</div>
					<Code>{html}</Code>
				</div>
			</div>
		</Popover>
	)
}

function MailMenu({ mail, onUsed }: { mail: ReadyMail; onUsed: () => void }) {
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
				<a href={mailAddress(mail)}>Open in your mail program</a>
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
