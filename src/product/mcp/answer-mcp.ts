import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Logger } from 'pino'
import type { JsonObject } from '#product/http/json-body.ts'
import { createMcpServer } from './create-mcp-server.ts'
import type { ToolContext } from './tool.ts'

/** Answers one message of an agent. No session is kept between two calls, so that any node answers the next one. */
export async function answerMcp(
	context: ToolContext,
	log: Logger,
	headers: Headers,
	message: JsonObject,
): Promise<{ response: Response; body: string }> {
	const server = createMcpServer(context, log)
	const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
	try {
		await server.connect(transport)
		const request = new Request(`${context.config.SITE_URL}/functions/v1/mcp`, { method: 'POST', headers })
		const response = await transport.handleRequest(request, { parsedBody: message })
		return { response, body: await response.text() }
	} finally {
		await server.close()
	}
}
