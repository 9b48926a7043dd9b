import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { fromFetchResponse } from '#platform/http/routing/fetch.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { keyOf } from '#product/api-keys/require-scope.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import type { WallReader } from '#product/walls/wall-reader.ts'
import type { ToolContext } from './tool.ts'

/**
 * POST /functions/v1/mcp: the tools of agents, by the Model Context Protocol over streamable HTTP
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports). The first call loads the protocol's library, because
 * most servers have no agents.
 */
export function postMcp(deps: Deps, walls: WallReader, readPicture: ToolContext['readPicture']): Handler<JsonObject> {
	const { config, db, identify, log } = deps
	return async (x, message) => {
		const { claims } = await identify(x)
		const key = keyOf(claims)
		if (!key)
			throw new AppError(401, 'unauthorized', 'Agents need a key of a space: Authorization: Bearer plk_….', {
				headers: { 'www-authenticate': 'Bearer' },
			})
		const headers = new Headers()
		for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
			const value = x.header(name)
			if (value !== undefined) headers.set(name, value)
		}
		const { answerMcp } = await import('./answer-mcp.ts')
		const { response, body } = await answerMcp({ claims, key, db, config, walls, readPicture }, log, headers, message)
		const answer = fromFetchResponse(response)
		return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' }, body }
	}
}
