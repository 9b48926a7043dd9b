import type { IDataObject, IHookFunctions, IHttpRequestOptions } from './n8n-workflow.ts'

type Caller = Pick<IHookFunctions, 'getCredentials' | 'helpers'>

/** Sends a request to the server of the credentials, with their key. Errors are n8n's own. */
export async function plauditRequest(
	caller: Caller,
	{ url, ...options }: IHttpRequestOptions,
): Promise<IDataObject | IDataObject[]> {
	const { baseUrl } = await caller.getCredentials('plauditApi')
	const base = String(baseUrl).trim().replace(/\/+$/, '')
	const answer = await caller.helpers.httpRequestWithAuthentication.call(caller, 'plauditApi', {
		json: true,
		...options,
		url: base + url,
	})
	return answer as IDataObject | IDataObject[]
}

/** The one space that the key reaches. */
export async function spaceOf(caller: Caller): Promise<string> {
	const spaces = await plauditRequest(caller, { method: 'GET', url: '/rest/v1/spaces', qs: { select: 'id' } })
	const id = Array.isArray(spaces) ? spaces[0]?.id : undefined
	if (typeof id !== 'string') throw new Error('This key reaches no space: it was revoked, or has ended.')
	return id
}
