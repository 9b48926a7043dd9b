import type { ReactNode } from 'react'
import { SecretBox } from '#web/features/connections/secret-box.tsx'

/** One of the three things to do. A tick takes the place of its number once it is done. */
export function Step({ title, isDone = false, children }: { title: string; isDone?: boolean; children: ReactNode }) {
	return (
		<li className={isDone ? 'serv-done' : undefined}>
			<h2>
				{title}
				{isDone ? <span className="ui-sr">, done</span> : null}
			</h2>
			{children}
		</li>
	)
}

/** The address of this server, which every service asks for. */
export function ServerAddress({ label = 'Address of this server', path = '' }: { label?: string; path?: string }) {
	return (
		<div className="ui-field">
			<span className="ui-label">{label}</span>
			<SecretBox label={label} text={`${window.location.origin}${path}`} />
		</div>
	)
}
