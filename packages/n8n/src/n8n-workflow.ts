/**
 * The parts of n8n's interface that the nodes use, by n8n's own names. n8n gives them at run time; its package is under another
 * licence than this one, and nothing of it is imported.
 */
export type IDataObject = { [name: string]: unknown }

export type IHttpRequestOptions = {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
	url: string
	qs?: Record<string, string | number>
	body?: IDataObject | IDataObject[] | Buffer
	headers?: Record<string, string>
	json?: boolean
}

export type INodeExecutionData = { json: IDataObject; pairedItem?: { item: number } }

export type INodePropertyOptions = { name: string; value: string; description?: string; action?: string }

export type INodeProperties = {
	displayName: string
	name: string
	type: 'string' | 'options' | 'multiOptions' | 'boolean' | 'number' | 'dateTime' | 'collection' | 'json'
	default: unknown
	description?: string
	placeholder?: string
	required?: boolean
	hint?: string
	noDataExpression?: boolean
	typeOptions?: { password?: boolean; rows?: number; minValue?: number; maxValue?: number }
	options?: (INodePropertyOptions | INodeProperties)[]
	displayOptions?: { show: Record<string, (string | boolean)[]> }
}

export type INodeTypeDescription = {
	displayName: string
	name: string
	icon: `file:${string}`
	group: ('input' | 'output' | 'transform' | 'trigger')[]
	version: number
	subtitle?: string
	description: string
	defaults: { name: string }
	inputs: 'main'[]
	outputs: 'main'[]
	credentials: { name: string; required: boolean }[]
	usableAsTool?: true
	webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: 'onReceived'; path: string }[]
	properties: INodeProperties[]
}

export type ICredentialType = {
	name: string
	displayName: string
	documentationUrl: string
	icon: `file:${string}`
	properties: INodeProperties[]
	authenticate: { type: 'generic'; properties: { headers: Record<string, string> } }
	test: { request: { baseURL: string; url: string } }
}

type Functions = {
	getCredentials(name: string): Promise<IDataObject>
	helpers: {
		httpRequestWithAuthentication(this: unknown, credentials: string, options: IHttpRequestOptions): Promise<unknown>
	}
}

export type IExecuteFunctions = Functions & {
	getInputData(): INodeExecutionData[]
	getNodeParameter(name: string, item: number, otherwise?: unknown): unknown
	continueOnFail(): boolean
}

export type IHookFunctions = Functions & {
	getNodeWebhookUrl(name: string): string | undefined
	getNodeParameter(name: string): unknown
	getWorkflowStaticData(of: 'node'): IDataObject
}

export type IWebhookFunctions = {
	getHeaderData(): Record<string, string | string[] | undefined>
	getRequestObject(): { rawBody?: Buffer; readRawBody?(): Promise<void> }
	getResponseObject(): { status(code: number): { send(text: string): unknown } }
	getWorkflowStaticData(of: 'node'): IDataObject
}

export type IWebhookResponseData = { workflowData?: INodeExecutionData[][]; noWebhookResponse?: boolean }

export type INodeType = {
	description: INodeTypeDescription
	execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>
	webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>
	webhookMethods?: {
		default: Record<'checkExists' | 'create' | 'delete', (this: IHookFunctions) => Promise<boolean>>
	}
}
