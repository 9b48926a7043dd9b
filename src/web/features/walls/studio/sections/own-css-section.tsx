import { useId } from 'react'
import type { CheckedOwnCss } from '#shared/own-css/check-own-css.ts'
import type { WallLayout } from '#shared/wall/wall.ts'
import { isFloating } from '#shared/wall/wall-layouts.ts'
import './own-css-section.css'

type Props = {
	layout: WallLayout
	css: string
	problems: CheckedOwnCss['problems']
	onChange: (css: string) => void
}

/** The owner's rules for what is inside of the wall, with what cannot be used, line by line. */
export function OwnCssSection({ layout, css, problems, onChange }: Props) {
	const id = useId()
	return (
		<section>
			<h2 className="ui-section-title studio-head">
				<label htmlFor={id}>Own CSS</label>
			</h2>
			<textarea
				id={id}
				className="ui-input ui-mono studio-css"
				value={css}
				rows={Math.min(16, Math.max(5, css.split('\n').length + 1))}
				placeholder={'::part(words) { font-style: italic }'}
				spellCheck={false}
				autoCapitalize="off"
				autoComplete="off"
				wrap="off"
				dir="ltr"
				aria-invalid={problems.length > 0}
				aria-describedby={`${id}-about ${id}-problems`}
				onChange={(event) => onChange(event.target.value)}
			/>
			<div className="studio-css-problems" id={`${id}-problems`} role="status">
				<ul>
					{problems.map(({ line, reason }, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the same line may be named twice
						<li key={at}>
							<b>Line {line}</b> {reason}
						</li>
					))}
				</ul>
			</div>
			<p className="ui-quiet ui-small studio-note" id={`${id}-about`}>
				{isFloating(layout) && (
					<>
						A {layout === 'tab' ? 'side tab' : 'toast'} stands over your site by itself, so own CSS changes only the
						wall’s own page, not the embed.{' '}
					</>
				)}
				Reaches only the wall, on your site and on its own page. Nothing is loaded, and nothing lies over the page. How
				words were verified, and rewarded, stays as it is. Parts: card, words, author, stars and others, as in{' '}
				<code>::part(card)</code>.
			</p>
		</section>
	)
}
