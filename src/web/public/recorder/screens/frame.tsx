import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#web/public/page-shell/icons.tsx'
import { cross } from '#web/public/recorder/icons.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'

/**
 * One screen of the recorder: its heading, and what stands below. When it appears it is spoken, and focus moves to the
 * control that is marked with `data-focus`.
 */
export function Frame(props: {
	title: ReactNode
	spoken: string
	className?: string
	/** The button at the start of the heading; none while a recording runs. */
	leave?: { label: string; act: () => void }
	children: ReactNode
}) {
	const { say } = useRecorderContext()
	const section = useRef<HTMLElement>(null)
	const { spoken, leave } = props
	// biome-ignore lint/correctness/useExhaustiveDependencies: A screen is spoken when it appears, not when its words change.
	useEffect(() => {
		say(spoken)
		section.current?.querySelector<HTMLElement>('[data-focus]')?.focus()
	}, [])
	return (
		<section className={`rec ${props.className ?? ''}`} ref={section}>
			<header className="rec-top">
				{leave ? (
					<button className="x" type="button" aria-label={leave.label} onClick={leave.act}>
						<Icon drawing={cross} />
					</button>
				) : null}
				<h2 className="nums">{props.title}</h2>
			</header>
			{props.children}
		</section>
	)
}

/** The question beside the lens, and on a large screen the later ones. */
export function Prompt({ hint, withLater }: { hint?: string | undefined; withLater?: boolean }) {
	const [first, ...later] = useRecorderContext().shownPrompts
	if (!first) return <div className="side" />
	return (
		<div className="side prompt">
			<p dir="auto">{first}</p>
			{hint ? <small>{hint}</small> : null}
			{withLater && later.length > 0 ? (
				<ul className="later">
					{later.map((prompt) => (
						<li key={prompt} dir="auto">
							{prompt}
						</li>
					))}
				</ul>
			) : null}
		</div>
	)
}

/** Gives focus to a button that comes back after a question, as its `ref`. */
export const takeFocus = (button: HTMLElement | null) => button?.focus()

/** A button with an icon above its word, at a side of the large one. */
export function Key(props: {
	icon: string
	label: string
	onClick: () => void
	focus?: boolean
	ref?: typeof takeFocus | undefined
}) {
	return (
		<button className="key" type="button" ref={props.ref} onClick={props.onClick} data-focus={props.focus || undefined}>
			<Icon drawing={props.icon} />
			{props.label}
		</button>
	)
}

const circumference = 2 * Math.PI * 41.5

/** The large button in the ring of recorded time; `part` is 0 to 1. */
export function RingButton(props: {
	label: string
	part: number
	again?: boolean
	focus?: boolean
	onClick: () => void
}) {
	return (
		<button
			className={props.again ? 'limit again' : 'limit'}
			type="button"
			aria-label={props.label}
			onClick={props.onClick}
			data-focus={props.focus || undefined}
		>
			<svg viewBox="0 0 88 88" aria-hidden="true">
				<circle cx="44" cy="44" r="41.5" />
				<circle
					className="passed"
					cx="44"
					cy="44"
					r="41.5"
					strokeDasharray={`${Math.min(1, props.part) * circumference} ${circumference}`}
				/>
			</svg>
			<i />
		</button>
	)
}
