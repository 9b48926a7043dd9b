import { type ReactNode, useEffect, useState } from 'react'
import './settings.css'

/** One part of a settings page, as the side list names it. */
export type SettingsEntry = { id: string; label: string }

/** A page of settings with a side list that follows the scrolling. Children are `SettingsPart`s. */
export function Settings({
	title,
	parts,
	counts = {},
	children,
}: {
	title: string
	/** One and the same list at every render. */
	parts: readonly SettingsEntry[]
	/** How many things some of the parts hold, by id. */
	counts?: Record<string, number>
	children: ReactNode
}) {
	const here = useVisiblePart(parts)
	return (
		<div className="ui-settings">
			<nav className="ui-settings-side" aria-label={`Parts of ${title.toLowerCase()}`}>
				{parts.map(({ id, label }) => (
					<a key={id} href={`#${id}`} aria-current={here === id ? 'true' : undefined}>
						{label}
						{counts[id] ? <span className="ui-count">{counts[id]}</span> : null}
					</a>
				))}
			</nav>
			<div>
				<h1 className="ui-page-title" tabIndex={-1}>
					{title}
				</h1>
				{children}
			</div>
		</div>
	)
}

/** One part: its heading and words on the left, its fields on the right. */
export function SettingsPart({
	id,
	title,
	words,
	children,
}: {
	id: string
	title: string
	words?: ReactNode
	children: ReactNode
}) {
	return (
		<section className="ui-part" id={id} aria-labelledby={`${id}-title`}>
			<div className="ui-part-words">
				<h2 className="ui-section-title" id={`${id}-title`}>
					{title}
				</h2>
				{words ? <p>{words}</p> : null}
			</div>
			<div className="ui-stack">{children}</div>
		</section>
	)
}

function useVisiblePart(parts: readonly SettingsEntry[]): string | undefined {
	const [here, setHere] = useState(parts[0]?.id)
	useEffect(() => {
		const seen = new Set<string>()
		const watch = new IntersectionObserver(
			(changes) => {
				for (const { target, isIntersecting } of changes)
					if (isIntersecting) seen.add(target.id)
					else seen.delete(target.id)
				setHere(parts.find(({ id }) => seen.has(id))?.id ?? parts[0]?.id)
			},
			{ rootMargin: '-72px 0px -60% 0px' },
		)
		for (const { id } of parts) {
			const element = document.getElementById(id)
			if (element) watch.observe(element)
		}
		return () => watch.disconnect()
	}, [parts])
	return here
}
