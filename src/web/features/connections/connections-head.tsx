import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './connections.css'

/** The head of a screen about programs: the way back, the heading, a sentence and buttons. */
export function ConnectionsHead({
	back,
	mark,
	title,
	actions,
	children,
}: {
	/** The list that the screen belongs to. */
	back?: { to: string; label: string }
	mark?: ReactNode
	title: ReactNode
	actions?: ReactNode
	children?: ReactNode
}) {
	return (
		<>
			{back ? (
				<Link className="conn-back" to={back.to}>
					<ChevronLeft size={16} aria-hidden="true" />
					{back.label}
				</Link>
			) : null}
			<header className="conn-head">
				<div className={mark ? 'conn-marked' : undefined}>
					{mark}
					<div>
						<h1 className="ui-page-title" tabIndex={-1}>
							{title}
						</h1>
						{children ? <p className="ui-quiet">{children}</p> : null}
					</div>
				</div>
				{actions ? <div className="ui-buttons">{actions}</div> : null}
			</header>
		</>
	)
}

/** A part of such a screen: a heading with a remark at its end, and what it is about. */
export function ConnectionsPart({
	id,
	title,
	aside,
	children,
}: {
	id: string
	title: string
	aside?: ReactNode
	children: ReactNode
}) {
	return (
		<section className="conn-part" aria-labelledby={id}>
			<div className="conn-part-top">
				<h2 className="ui-section-title" id={id}>
					{title}
				</h2>
				{aside ? <p className="ui-small ui-quiet">{aside}</p> : null}
			</div>
			{children}
		</section>
	)
}
