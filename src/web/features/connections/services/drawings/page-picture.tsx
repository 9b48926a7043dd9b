import { AlignLeft, FileText, LayoutDashboard, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Drawing } from './drawing.tsx'
import { type ShownWords, useShownWords } from './use-shown-words.ts'

const blocks = [
	{ name: 'Plaudit wall', Icon: LayoutDashboard },
	{ name: 'Plaudit form', Icon: FileText },
	{ name: 'Plaudit badge', Icon: Star },
	{ name: 'Plaudit testimonial', Icon: AlignLeft },
] as const

/** The editor of WordPress with a wall among the blocks of a page, and the four blocks of the plugin. */
export function BlockEditor() {
	const { first, second, areSamples } = useShownWords()
	return (
		<Drawing label="The editor of WordPress with a wall on a page, and the four blocks" areSamples={areSamples}>
			<Window bar="Edit page" end="Saved">
				<div className="draw-editor">
					<div className="draw-page">
						<p className="draw-heading">What people say</p>
						<div className="draw-block">
							<Quotes words={[first, second]} />
						</div>
					</div>
					<ul className="draw-blocks">
						{blocks.map(({ name, Icon }, index) => (
							<li key={name} className={index === 0 ? 'draw-chosen' : undefined}>
								<Icon size={14} aria-hidden="true" />
								{name}
							</li>
						))}
					</ul>
				</div>
			</Window>
		</Drawing>
	)
}

/** A page of the owner's site with a wall. */
export function SitePicture() {
	const { first, second, areSamples } = useShownWords()
	return (
		<Drawing label="A wall on a page of your site" areSamples={areSamples}>
			<Window bar="your-site.example">
				<div className="draw-page">
					<p className="draw-heading">What people say</p>
					<Quotes words={[first, second]} />
				</div>
			</Window>
		</Drawing>
	)
}

/** A page of the owner's app with the card of the prompt in its corner. */
export function PromptPicture() {
	const { space } = useSpace()
	return (
		<figure className="draw" aria-label="The card in the corner of your app, drawn">
			<Window bar="your-app.example">
				<div className="draw-app-page">
					<span className="draw-lines" aria-hidden="true" />
					<div className="draw-prompt">
						<p className="draw-quote">How is it going with {space.name}?</p>
						<p className="draw-buttons">
							<span>Say a few words</span> <span className="draw-link">Not now</span>
						</p>
					</div>
				</div>
			</Window>
			<figcaption className="ui-small ui-quiet">A drawing. The question is the one of your form.</figcaption>
		</figure>
	)
}

function Window({ bar, end, children }: { bar: string; end?: string; children: ReactNode }) {
	return (
		<div className="draw-window">
			<p className="draw-bar">
				<span>{bar}</span>
				{end ? <span>{end}</span> : null}
			</p>
			{children}
		</div>
	)
}

function Quotes({ words }: { words: readonly (ShownWords | undefined)[] }) {
	return words
		.filter((one) => one !== undefined)
		.map(({ id, text, name }) => (
			<div key={id}>
				<p className="draw-quote">“{text}”</p>
				<p className="ui-small ui-quiet">
					<bdi>{name}</bdi>
				</p>
			</div>
		))
}
