import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { applyStyles, frameMail } from './mail-html.ts'
import './mail.css'

const widths = { phone: 360, desktop: 640 }

/** The mail's own HTML in a frame without scripts, as wide as a phone or a window, scaled to fit. */
export function MailFrame({ html, size, theme }: { html: string; size: keyof typeof widths; theme: 'light' | 'dark' }) {
	const { html: framed, css } = useMemo(() => frameMail(html), [html])
	const view = useRef<HTMLDivElement>(null)
	const frame = useRef<HTMLIFrameElement>(null)
	const [room, setRoom] = useState(0)
	const [height, setHeight] = useState(360)
	useEffect(() => {
		const element = view.current
		if (!element) return
		const observer = new ResizeObserver(() => setRoom(element.clientWidth))
		observer.observe(element)
		return () => observer.disconnect()
	}, [])
	// The preview of a phone takes the width that is there, within the range of phones.
	const width = size === 'phone' ? Math.min(Math.max(room, 300), 430) : widths.desktop
	const scale = room === 0 ? 1 : Math.min(1, room / width)

	const show = useCallback(() => {
		const document = frame.current?.contentDocument
		if (!document?.body) return
		applyStyles(document, css, theme)
		setHeight(document.body.scrollHeight)
	}, [css, theme])
	// biome-ignore lint/correctness/useExhaustiveDependencies: another width breaks lines elsewhere
	useEffect(show, [show, width])
	return (
		<div className="ui-mail-frame" ref={view} style={{ blockSize: height * scale }}>
			<iframe
				ref={frame}
				title="The mail"
				sandbox="allow-same-origin"
				srcDoc={framed}
				tabIndex={-1}
				onLoad={show}
				style={{ inlineSize: width, blockSize: height, transform: `scale(${scale})`, colorScheme: theme }}
			/>
		</div>
	)
}
