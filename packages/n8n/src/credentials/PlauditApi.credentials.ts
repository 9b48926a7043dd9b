import type { ICredentialType, INodeProperties } from '../n8n-workflow.ts'

/** Address of a Plaudit server and a key of one space. */
export class PlauditApi implements ICredentialType {
	name = 'plauditApi'

	displayName = 'Plaudit API'

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-plaudit'

	icon = 'file:plaudit.svg' as const

	properties: INodeProperties[] = [
		{
			displayName: 'Base Address',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://praise.example.com',
			description:
				'Where your Plaudit answers. From a container on the same machine: http://host.docker.internal:3000.',
		},
		{
			displayName: 'Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'An editor’s key of your space, made under Space, Keys. It is shown once.',
		},
	]

	authenticate = {
		type: 'generic' as const,
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
	}

	test = {
		request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/rest/v1/spaces?select=id,name' },
	}
}
