type Flow = {
	nodes: { name: string; position: [x: number, y: number]; parameters: Record<string, unknown> }[]
	connections: Record<string, unknown>
}

/**
 * Flows as one text for an empty canvas of n8n, each below the one before it.
 * @param flows the JSON of each
 * @param form slug of the form that asks lead to
 */
export function joinFlows(flows: readonly string[], form: string): string {
	const parsed = flows.map((text): Flow => JSON.parse(text))
	const nodes = parsed.flatMap((flow, row) =>
		flow.nodes.map(({ position: [x, y], parameters, ...node }) => ({
			...node,
			parameters: 'form' in parameters ? { ...parameters, form } : parameters,
			position: [x, y + row * 240],
		})),
	)
	const connections: Record<string, unknown> = Object.assign({}, ...parsed.map((flow) => flow.connections))
	return JSON.stringify({ nodes, connections }, null, 2)
}
