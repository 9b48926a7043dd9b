import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from '../../n8n-workflow.ts'
import { fields } from './fields.ts'
import { operations } from './operations.ts'

/** Asks customers, and adds, reads, decides on and tags testimonials of one space. */
export class Plaudit implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plaudit',
		name: 'plaudit',
		icon: 'file:plaudit.svg',
		group: ['output'],
		version: 1,
		subtitle: '={{$parameter["operation"]}}',
		description: 'Ask customers for testimonials, and read, approve, reject and tag them',
		defaults: { name: 'Plaudit' },
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		credentials: [{ name: 'plauditApi', required: true }],
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				default: 'ask',
				options: [
					{ name: 'Approve', value: 'approve', action: 'Approve a testimonial' },
					{ name: 'Ask a Customer', value: 'ask', action: 'Ask a customer' },
					{ name: 'Create', value: 'create', action: 'Create a testimonial' },
					{ name: 'Get', value: 'get', action: 'Get a testimonial' },
					{ name: 'Reject', value: 'reject', action: 'Reject a testimonial' },
					{ name: 'Search', value: 'search', action: 'Search testimonials' },
					{ name: 'Tag', value: 'tag', action: 'Tag a testimonial' },
				],
			},
			...fields,
		],
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const found: INodeExecutionData[] = []
		for (let item = 0; item < this.getInputData().length; item++) {
			try {
				const operation = operations[String(this.getNodeParameter('operation', item))]
				const more = this.getNodeParameter('additionalFields', item, {}) as Record<string, unknown>
				const field = (name: string) => String(more[name] ?? this.getNodeParameter(name, item, '') ?? '').trim()
				const answer = (await operation?.(this, field)) ?? []
				for (const json of Array.isArray(answer) ? answer : [answer]) found.push({ json, pairedItem: { item } })
			} catch (error) {
				if (!this.continueOnFail()) throw error
				found.push({ json: { error: (error as Error).message }, pairedItem: { item } })
			}
		}
		return [found]
	}
}
