import './drawings.css'

/** The two flows of the package, each node with what it does. */
const flows = [
	{
		title: 'Published words into a sheet',
		nodes: [
			{ name: 'Plaudit', does: 'when approved' },
			{ name: 'Edit fields', does: 'words, name, link' },
			{ name: 'Sheet', does: 'append a row' },
		],
	},
	{
		title: 'Ask three days after delivery',
		nodes: [
			{ name: 'Shop', does: 'order delivered' },
			{ name: 'Wait', does: '3 days' },
			{ name: 'Plaudit', does: 'ask the customer' },
		],
	},
] as const

/** A canvas with both flows, as n8n shows them. */
export function FlowCanvas() {
	return (
		<figure className="draw draw-canvas" aria-label="Two flows on the canvas of n8n, drawn">
			{flows.map(({ title, nodes }) => (
				<div key={title}>
					<p className="ui-small ui-quiet">{title}</p>
					<ol>
						{nodes.map(({ name, does }) => (
							<li key={name} className={name === 'Plaudit' ? 'draw-own' : undefined}>
								<b>{name}</b>
								<span className="ui-small ui-quiet">{does}</span>
							</li>
						))}
					</ol>
				</div>
			))}
		</figure>
	)
}
