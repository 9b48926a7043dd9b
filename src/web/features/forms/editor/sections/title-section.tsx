import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { SectionProps } from './editor-section.tsx'

/** The two lines at the top of the page, edited in the page's own type. */
export function TitleSection({ draft, problems, edit, examples }: SectionProps) {
	return (
		<section className="editor-doc" aria-label="Words on the page">
			<PageText
				id="form-title"
				label="Title"
				className="editor-title"
				maxLength={200}
				placeholder={examples.title}
				dir={draft.title ? 'auto' : examples.dir}
				value={draft.title}
				error={problems.title}
				onChange={(event) => edit({ title: event.target.value.replace(/[\r\n]+/g, ' ') })}
			/>
			<PageText
				id="form-intro"
				label="Introduction"
				className="editor-intro"
				dir="auto"
				maxLength={1000}
				placeholder="A line or two to say who reads it, and what helps most"
				value={draft.intro}
				onChange={(event) => edit({ intro: event.target.value })}
			/>
		</section>
	)
}

type PageTextProps = ComponentProps<'textarea'> & { id: string; label: string; value: string; error?: string }

function PageText({ label, error, className, ...area }: PageTextProps) {
	const line = `${area.id}-line`
	return (
		<>
			<label className="ui-sr" htmlFor={area.id}>
				{label}
			</label>
			<textarea
				{...area}
				ref={useAutoHeight(area.value)}
				className={classNames('editor-bare', className)}
				rows={1}
				aria-invalid={error ? true : undefined}
				aria-describedby={error ? line : undefined}
			/>
			{error ? (
				<p className="ui-error" id={line}>
					{error}
				</p>
			) : null}
		</>
	)
}

/**
 * Makes a textarea as tall as its text in browsers without `field-sizing` (Safari before 26.2).
 * @param text the textarea's value
 */
function useAutoHeight(text: string): RefObject<HTMLTextAreaElement | null> {
	const field = useRef<HTMLTextAreaElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
	useLayoutEffect(() => {
		const area = field.current
		if (!area || CSS.supports('field-sizing', 'content')) return
		const resize = () => {
			area.style.blockSize = 'auto'
			const borders = area.offsetHeight - area.clientHeight
			area.style.blockSize = `${area.scrollHeight + borders}px`
		}
		resize()
		// The width changed, or it became visible. An observer must not change its own target within its callback.
		const observer = new ResizeObserver(() => requestAnimationFrame(resize))
		observer.observe(area)
		return () => observer.disconnect()
	}, [text])
	return field
}
