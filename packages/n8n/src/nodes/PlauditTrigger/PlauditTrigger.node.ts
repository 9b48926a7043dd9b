import type {
	IDataObject,
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from '../../n8n-workflow.ts'
import { plauditRequest, spaceOf } from '../../plaudit-request.ts'
import { hasValidSignature } from './verify-signature.ts'

/** Ids of deliveries that are remembered, so that one that comes twice starts one run. */
const mostIds = 200

/** Starts a flow by a webhook, which it makes when the flow is activated and deletes when it is stopped. */
export class PlauditTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plaudit Trigger',
		name: 'plauditTrigger',
		icon: 'file:plaudit.svg',
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ")}}',
		description: 'Starts when a testimonial arrives or changes, or an invitation is answered',
		defaults: { name: 'Plaudit Trigger' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'plauditApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: [
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				default: ['testimonial.approved'],
				options: [
					{ name: 'Import Finished', value: 'import.finished' },
					{ name: 'Invitation Answered', value: 'invitation.answered' },
					{ name: 'Testimonial Approved', value: 'testimonial.approved' },
					{ name: 'Testimonial Created', value: 'testimonial.created' },
					{ name: 'Testimonial Erased', value: 'testimonial.erased', description: 'Without its words' },
					{ name: 'Testimonial Unpublished', value: 'testimonial.unpublished' },
					{ name: 'Testimonial Updated', value: 'testimonial.updated' },
					{ name: 'Testimonial Withdrawn', value: 'testimonial.withdrawn', description: 'Without its words' },
				],
			},
		],
	}

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const stored = this.getWorkflowStaticData('node')
				if (typeof stored.webhookId !== 'string' || typeof stored.secret !== 'string') return false
				const rows = await plauditRequest(this, {
					method: 'GET',
					url: '/rest/v1/webhooks',
					qs: { select: 'id,url,events', id: `eq.${stored.webhookId}` },
				})
				const row = Array.isArray(rows) ? rows[0] : undefined
				const wanted = this.getNodeParameter('events') as string[]
				if (row?.url === this.getNodeWebhookUrl('default') && sameEvents(row?.events, wanted)) return true
				// A webhook of earlier settings would go on to send.
				if (row) await deleteWebhook(this, stored.webhookId)
				return false
			},

			async create(this: IHookFunctions): Promise<boolean> {
				const made = await plauditRequest(this, {
					method: 'POST',
					url: '/rest/v1/rpc/create_webhook',
					body: {
						space_id: await spaceOf(this),
						url: this.getNodeWebhookUrl('default'),
						events: this.getNodeParameter('events'),
						kind: 'standard',
					},
				})
				const { id, secret } = made as IDataObject
				Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret, ids: [] })
				return typeof id === 'string' && typeof secret === 'string'
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				const stored = this.getWorkflowStaticData('node')
				if (typeof stored.webhookId === 'string') await deleteWebhook(this, stored.webhookId)
				for (const name of ['webhookId', 'secret', 'ids']) delete stored[name]
				return true
			},
		},
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const request = this.getRequestObject()
		if (!request.rawBody) await request.readRawBody?.()
		const headers = this.getHeaderData()
		const stored = this.getWorkflowStaticData('node')
		const body = request.rawBody
		if (typeof stored.secret !== 'string' || !body || !hasValidSignature(stored.secret, headers, body)) {
			this.getResponseObject().status(401).send('The signature is wrong or too old.')
			return { noWebhookResponse: true }
		}
		const id = String(headers['webhook-id'])
		const ids = Array.isArray(stored.ids) ? (stored.ids as string[]) : []
		if (ids.includes(id)) return {}
		stored.ids = [id, ...ids].slice(0, mostIds)
		const json = { ...(JSON.parse(body.toString('utf8')) as IDataObject), id }
		return { workflowData: [[{ json }]] }
	}
}

function sameEvents(stored: unknown, wanted: string[]): boolean {
	return Array.isArray(stored) && [...stored].sort().join() === [...wanted].sort().join()
}

/** Deletes a webhook. One that is gone already, or that a new key may not reach, must not keep a flow from being stopped. */
async function deleteWebhook(caller: IHookFunctions, id: string): Promise<void> {
	const url = '/rest/v1/rpc/delete_webhook'
	await plauditRequest(caller, { method: 'POST', url, body: { id } }).catch(() => undefined)
}
