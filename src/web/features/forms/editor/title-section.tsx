import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { DraftAction, DraftProblems, FormDraft } from './form-draft.ts'

/** Props of every section of the editor. */
export type SectionProps = {
	draft: FormDraft
	problems: DraftProblems['fields']
	change: (action: DraftAction) => void
}

/** The two lines at the top of the page, edited in the page's own type. */
export function TitleSection({ draft, problems, change }: SectionProps) {
	const title = useAutoHeight(draft.title)
	const intro = useAutoHeight(draft.intro)
	return (
		<section className="editor-doc" aria-label="Words on the page">
			<label className="ui-sr" htmlFor="form-title">
				Title
			</label>
			<textarea
				ref={title}
				id="form-title"
				className="editor-bare editor-title"
				rows={1}
				dir="auto"
				maxLength={200}
				placeholder="How was it?"
				value={draft.title}
				aria-invalid={problems.title ? true : undefined}
				aria-describedby={problems.title ? 'form-title-line' : undefined}
				onChange={(event) => change({ type: 'set', part: { title: event.target.value.replace(/[\r\n]+/g, ' ') } })}
			/>
			{problems.title ? (
				<p className="ui-error" id="form-title-line">
					{problems.title}
				</p>
			) : null}
			<label className="ui-sr" htmlFor="form-intro">
				Introduction
			</label>
			<textarea
				ref={intro}
				id="form-intro"
				className="editor-bare editor-intro"
				rows={1}
				dir="auto"
				maxLength={1000}
				placeholder="A line or two to say who reads it, and what helps most"
				value={draft.intro}
				onChange={(event) => change({ type: 'set', part: { intro: event.target.value } })}
			/>
		</section>
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
