import { type ReactNode, useEffect, useState } from 'react'
import { formatNumber } from '#web/lib/format/format.ts'
import './settings.css'

/** One section of a settings page, as the side list names it. */
export type SettingsNavItem = { id: string; label: string }

/** A page of settings with a side list that follows scrolling. Children are `SettingsSection`s. */
export function Settings({
	title,
	parts,
	counts = {},
	text,
	actions,
	children,
}: {
	title: string
	/** A sentence below the title. */
	text?: ReactNode
	/** Buttons beside the title. */
	actions?: ReactNode
	/** The same array at every render. */
	parts: readonly SettingsNavItem[]
	/** Counts beside some sections, by id. */
	counts?: Record<string, number>
	children: ReactNode
}) {
	const here = useVisibleSection(parts)
	return (
		<div className="ui-page ui-settings">
			<nav className="ui-settings-side" aria-label={`Parts of ${title.toLowerCase()}`}>
				{parts.map(({ id, label }) => (
					<a key={id} href={`#${id}`} aria-current={here === id ? 'true' : undefined}>
						{label}
						{counts[id] ? <span className="ui-count">{formatNumber(counts[id])}</span> : null}
					</a>
				))}
			</nav>
			<div>
				{text || actions ? (
					<div className="ui-settings-top">
						<SettingsHead title={title}>{text}</SettingsHead>
						{actions ? <div className="ui-buttons">{actions}</div> : null}
					</div>
				) : (
					<h1 className="ui-page-title" tabIndex={-1}>
						{title}
					</h1>
				)}
				{children}
			</div>
		</div>
	)
}

/** The head of one page of settings: its title and a sentence about it. */
export function SettingsHead({ title, children }: { title: string; children?: ReactNode }) {
	return (
		<header className="ui-settings-head">
			<h1 className="ui-page-title" tabIndex={-1}>
				{title}
			</h1>
			{children ? <p>{children}</p> : null}
		</header>
	)
}

/** One section: heading and text on the left, fields on the right. */
export function SettingsSection({
	id,
	title,
	text,
	children,
}: {
	id: string
	title: ReactNode
	text?: ReactNode
	children: ReactNode
}) {
	return (
		<section className="ui-part" id={id} aria-labelledby={`${id}-title`}>
			<div className="ui-part-words">
				<h2 className="ui-section-title" id={`${id}-title`}>
					{title}
				</h2>
				{text ? <p>{text}</p> : null}
			</div>
			<div className="ui-stack">{children}</div>
		</section>
	)
}

function useVisibleSection(parts: readonly SettingsNavItem[]): string | undefined {
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
