import { Download } from 'lucide-react'
import { createPortal } from 'react-dom'
import { displayUrl } from '#web/lib/spaces/public-url.ts'
import { Button } from '#web/ui/button.tsx'
import { QrCode, saveQrCode } from '#web/ui/pictures/qr-code.tsx'
import '#web/ui/settings.css'
import './qr-downloads.css'

/** The QR code of a link, as an image file or a printable card. */
export function QrDownloads({
	link,
	slug,
	spaceName,
	onUsed,
}: {
	link: string
	slug: string
	spaceName: string
	onUsed: () => void
}) {
	const saveCode = (kind: 'svg' | 'png') => void saveQrCode(link, slug, kind).then(onUsed)
	const print = () => {
		window.print()
		onUsed()
	}
	return (
		<div className="start-qr">
			<QrCode text={link} label="QR code of your form" />
			<div>
				<p>
					<strong>For the counter</strong>
					<br />
					<span className="ui-quiet">Opens the form on their phone</span>
				</p>
				<span className="ui-buttons">
					<Button size="tiny" onClick={() => saveCode('svg')}>
						<Download size={16} aria-hidden="true" />
						SVG
					</Button>
					<Button size="tiny" onClick={() => saveCode('png')}>
						<Download size={16} aria-hidden="true" />
						PNG
					</Button>
					<Button size="tiny" onClick={print}>
						Print a card
					</Button>
				</span>
			</div>
			{createPortal(
				<div className="print-card" aria-hidden="true">
					<p>{spaceName}</p>
					<h2>How was it?</h2>
					<QrCode text={link} label="" size={320} />
					<p>{displayUrl(link)}</p>
				</div>,
				document.body,
			)}
		</div>
	)
}
