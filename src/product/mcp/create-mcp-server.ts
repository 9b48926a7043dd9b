import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Logger } from 'pino'
import { z } from 'zod'
import { productVersion } from '#platform/product-version.ts'
import { mcpLimits } from '#shared/parser-limits.ts'
import { quotationNotice, withoutHidden } from './customer-words.ts'
import { type Tool, type ToolContext, ToolRefusal } from './tool.ts'
import { tools } from './tools.ts'
import { addWallResources } from './wall-resources.ts'

const version = productVersion()
const instructions = `Testimonials of one space. ${quotationNotice}
Words and stars of a testimonial belong to its author: no tool changes them. Quote an unbroken part, unchanged, with its proof link.`

/** The server of one request, which keeps nothing. */
export function createMcpServer(context: ToolContext, log: Logger): McpServer {
	const server = new McpServer({ name: 'plaudit', version }, { instructions })
	for (const tool of tools)
		server.registerTool(
			tool.name,
			{
				title: tool.title,
				description: `${tool.description} Needs the scope ${tool.scope}.`,
				inputSchema: z.strictObject(tool.input),
				annotations: tool.annotations,
			},
			(input: unknown) => answer(tool, context, input as Record<string, unknown>, log),
		)
	addWallResources(server, context)
	return server
}

async function answer(tool: Tool, context: ToolContext, input: Record<string, unknown>, log: Logger) {
	if (!context.key.scopes.includes(tool.scope)) return refusal(`This key has not the scope ${tool.scope}.`)
	try {
		const { data, more = [] } = await tool.run(context, input)
		const text = withoutHidden(JSON.stringify({ notice: quotationNotice, ...data }))
		const structuredContent: Record<string, unknown> = JSON.parse(text)
		if (Buffer.byteLength(text) > mcpLimits.answerBytes) return refusal('The answer is too large. Ask for less.')
		return { content: [{ type: 'text', text }, ...more], structuredContent } satisfies CallToolResult
	} catch (error) {
		return refusal(wordsOf(error, tool, log))
	}
}

function refusal(text: string): CallToolResult {
	return { isError: true, content: [{ type: 'text', text }] }
}

/** Refusals of the database are sentences for callers; anything else is logged and not told. */
function wordsOf(error: unknown, tool: Tool, log: Logger): string {
	if (error instanceof ToolRefusal) return error.message
	const { code, message } = error as { code?: string; message?: string }
	if ((code === '22023' || code === 'P0001') && message) return message
	// Neither NUL nor half a pair of UTF-16 is in a text of PostgreSQL.
	if (code === '22021' || code === '22P05' || code === '22P02')
		return 'A text contains a character that cannot be stored.'
	if (code === '42501') return 'This key may not do that.'
	log.error({ err: error, tool: tool.name }, 'a tool of an agent failed')
	return 'Something went wrong on our side.'
}
