import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTheme } from '#web/lib/theme.ts'
import { Segmented } from '#web/ui/choice.tsx'

const widths = { phone: 360, desktop: 1120 } as const
type Size = keyof typeof widths
type Look = 'light' | 'dark'

/**
 * The real page of the form beside its editor. It runs no script and can send nothing (sandbox), so that
 * trying it out leaves no testimonial and no page view. It loads again after each save.
 */
export function PreviewPane({ slug, generation }: { slug: string; generation: number }) {
	const { dark } = useTheme()
	const [size, setSize] = useState<Size>('phone')
	const [chosen, setLook] = useState<Look | null>(null)
	const look = chosen ?? (dark ? 'dark' : 'light')
	const { view, scale } = useScale(widths[size])
	const frame = useRef<HTMLIFrameElement>(null)

	const dress = useCallback(() => {
		const page = frame.current?.contentDocument?.documentElement
		if (page) page.dataset.theme = look
	}, [look])
	useEffect(dress, [dress])

	const shown = useRef(generation)
	useEffect(() => {
		if (shown.current === generation) return
		shown.current = generation
		frame.current?.contentWindow?.location.reload()
	}, [generation])

	return (
		<aside className="preview" aria-label="Preview">
			<div className="preview-stick">
				<div className="preview-bar">
					<Segmented
						label="Preview size"
						value={size}
						options={[
							{ value: 'phone', label: <Labelled icon={Smartphone} words="Phone" /> },
							{ value: 'desktop', label: <Labelled icon={Monitor} words="Desktop" /> },
						]}
						onChange={setSize}
					/>
					<Segmented
						label="Preview colours"
						value={look}
						options={[
							{ value: 'light', label: <Sun size={16} aria-hidden="true" />, title: 'Light' },
							{ value: 'dark', label: <Moon size={16} aria-hidden="true" />, title: 'Dark' },
						]}
						onChange={setLook}
					/>
				</div>
				<div className={`preview-frame preview-${size}`}>
					<div className="preview-address">
						<span dir="ltr">/collect/{slug}</span>
						<span>live</span>
					</div>
					<div className="preview-view" ref={view}>
						<iframe
							ref={frame}
							key={slug}
							src={`/collect/${slug}?preview=1`}
							title="The page of this form"
							sandbox="allow-same-origin"
							style={{
								inlineSize: widths[size],
								blockSize: `${100 / scale}%`,
								transform: `scale(${scale})`,
								colorScheme: look,
							}}
							onLoad={dress}
						/>
					</div>
				</div>
				<p className="preview-note">The real page. Nothing can be sent from here.</p>
			</div>
		</aside>
	)
}

function Labelled({ icon: Icon, words }: { icon: typeof Monitor; words: string }) {
	return (
		<>
			<Icon size={16} aria-hidden="true" />
			<span className="preview-word">{words}</span>
		</>
	)
}

/** How far a page of `width` pixels must shrink to fit into the view; it is never enlarged. */
const useScale = (width: number) => {
	const view = useRef<HTMLDivElement>(null)
	const [room, setRoom] = useState(width)
	useEffect(() => {
		const element = view.current
		if (!element) return
		const watch = new ResizeObserver(() => setRoom(element.clientWidth || width))
		watch.observe(element)
		return () => watch.disconnect()
	}, [width])
	return { view, scale: Math.min(1, room / width) }
}
