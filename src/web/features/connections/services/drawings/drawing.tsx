import type { ReactNode } from 'react'
import './drawings.css'

/** A drawing of what another service shows, with a line that says whose words are in it. */
export function Drawing({ label, areSamples, children }: { label: string; areSamples: boolean; children: ReactNode }) {
	return (
		<figure className="draw" aria-label={`${label}, drawn`}>
			{children}
			<figcaption className="ui-small ui-quiet">
				{areSamples ? 'A drawing, with samples.' : 'A drawing, with what you approved last.'}
			</figcaption>
		</figure>
	)
}
