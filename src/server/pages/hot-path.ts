import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#server/deps.ts'

export async function createHotPath(_deps: Deps) {
	return (_request: IncomingMessage, _response: ServerResponse): boolean => false
}
