import { useQuery } from '@tanstack/react-query'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type LoadedForm, revisionOf } from '#web/features/forms/use-forms.ts'
import { useTheme } from '#web/lib/browser/theme.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import '#web/ui/pictures/preview-frame.css'

const widths = { phone: 360, desktop: 1120 } as const
type Size = keyof typeof widths
type ColorScheme = 'light' | 'dark'

/**
 * The real page of the form beside its editor, with the stored draft or a former version. The sandbox runs no script and sends nothing, so trying it creates no
 * testimonial and no page view; it reloads after each save.
 */
export function FormPreview(props: {
	form: LoadedForm
	/** Shown instead of the draft. */
	version: number | undefined
}) {
	const { form, version } = props
	const revision = revisionOf(form)
	const { slug, stored } = form
	const address = useFormPreview(form, version)
	const { dark } = useTheme()
	const [size, setSize] = useState<Size>('phone')
	const [chosen, setColorScheme] = useState<ColorScheme | null>(null)
	const colorScheme = chosen ?? (dark ? 'dark' : 'light')
	const { view, scale } = useScale(widths[size])
	const frame = useRef<HTMLIFrameElement>(null)

	const applyTheme = useCallback(() => {
		const page = frame.current?.contentDocument?.documentElement
		if (page) page.dataset.theme = colorScheme
	}, [colorScheme])
	useEffect(applyTheme, [applyTheme])

	const shown = useRef(revision)
	useEffect(() => {
		if (shown.current === revision) return
		shown.current = revision
		if (frame.current && address) showAgain(frame.current, address)
	}, [revision, address])

	return (
		<aside className="preview" aria-label="Preview">
			<div className="preview-stick">
				<div className="preview-bar">
					<SegmentedControl
						label="Preview size"
						value={size}
						options={[
							{ value: 'phone', label: <OptionLabel icon={Smartphone} text="Phone" /> },
							{ value: 'desktop', label: <OptionLabel icon={Monitor} text="Desktop" /> },
						]}
						onChange={setSize}
					/>
					<SegmentedControl
						label="Preview colours"
						value={colorScheme}
						options={[
							{ value: 'light', label: <Sun size={16} aria-hidden="true" />, title: 'Light' },
							{ value: 'dark', label: <Moon size={16} aria-hidden="true" />, title: 'Dark' },
						]}
						onChange={setColorScheme}
					/>
				</div>
				<div className={`ui-frame preview-frame preview-${size}`}>
					<div className="ui-frame-bar">
						<span dir="ltr">/collect/{slug}</span>
						<span>{version ? `version ${version}` : stored ? 'draft' : 'live'}</span>
					</div>
					<div className="ui-frame-view" ref={view}>
						<iframe
							ref={frame}
							key={slug}
							src={address}
							title="The page of this form"
							sandbox="allow-same-origin"
							style={{
								inlineSize: widths[size],
								blockSize: `${100 / scale}%`,
								transform: `scale(${scale})`,
								colorScheme: colorScheme,
							}}
							onLoad={applyTheme}
						/>
					</div>
				</div>
				<p className="preview-note">
					The real page. Nothing can be sent from here.{' '}
					<a href={address} target="_blank" rel="noreferrer">
						Open it in full size
					</a>
				</p>
			</div>
		</aside>
	)
}

/** Loads the page of a frame again. A page that failed to load is of another origin, and throws on reload. */
function showAgain({ contentDocument, contentWindow }: HTMLIFrameElement, address: string) {
	const { href } = new URL(address, window.location.href)
	if (contentDocument?.URL === href) contentWindow?.location.reload()
	else contentWindow?.location.replace(href)
}

function OptionLabel({ icon: Icon, text }: { icon: typeof Monitor; text: string }) {
	return (
		<>
			<Icon size={16} aria-hidden="true" />
			<span className="preview-word">{text}</span>
		</>
	)
}

/** The scale at which a page of `width` pixels fits the view; never above 1. */
const useScale = (width: number) => {
	const view = useRef<HTMLDivElement>(null)
	const [availableWidth, setAvailableWidth] = useState(width)
	useEffect(() => {
		const element = view.current
		if (!element) return
		const observer = new ResizeObserver(() => setAvailableWidth(element.clientWidth || width))
		observer.observe(element)
		return () => observer.disconnect()
	}, [width])
	return { view, scale: Math.min(1, availableWidth / width) }
}

const hour = 3_600_000

/**
 * The address of the form's page with its draft, or as a version showed it, for this member; undefined until it is known, the published
 * page when it cannot be had.
 */
const useFormPreview = ({ id, space_id, slug }: LoadedForm, version?: number): string | undefined => {
	const { data, isError } = useQuery({
		queryKey: queryKeys.formPreview(space_id, id, slug),
		queryFn: async () => {
			const { functions } = await supabase
			return unwrap(await functions.invoke<{ url: string }>('form-preview', { body: { form_id: id } })).url
		},
		// The address counts for twelve hours.
		staleTime: 6 * hour,
		refetchInterval: 6 * hour,
		retry: false,
	})
	if (!data) return isError ? `/collect/${slug}?preview=1` : undefined
	return version ? `${data}&version=${version}` : data
}
