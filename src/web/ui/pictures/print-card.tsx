import { Printer } from 'lucide-react'
import { createPortal } from 'react-dom'
import { displayUrl } from '#web/lib/spaces/public-url.ts'
import { Button } from '#web/ui/button.tsx'
import { QrCode } from './qr-code.tsx'
import './print-card.css'

/** A button that prints a card for the counter: who asks, what, the QR code of a link and the link itself. */
export function PrintCard(props: {
	link: string
	spaceName: string
	/** The question, in the language of the form. */
	title: string
	locale: string
	iconSize: number
	onPrinted: () => void
}) {
	const { link, spaceName, title, locale, iconSize, onPrinted } = props
	const print = () => {
		window.print()
		onPrinted()
	}
	return (
		<>
			<Button size="tiny" onClick={print}>
				<Printer size={iconSize} aria-hidden="true" />
				Print
			</Button>
			{createPortal(
				<div className="print-card" aria-hidden="true">
					<p dir="auto">{spaceName}</p>
					<h2 lang={locale} dir="auto">
						{title}
					</h2>
					<QrCode text={link} label="" size={320} />
					<p dir="ltr">{displayUrl(link)}</p>
				</div>,
				document.body,
			)}
		</>
	)
}
