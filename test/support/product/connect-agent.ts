import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { TestApp } from '#test/support/test-app.ts'

/** An answer of a tool, as tests read it. */
export type AgentAnswer = {
	isError?: boolean
	structuredContent?: Record<string, unknown>
	content: { type: string; text?: string; data?: string; uri?: string }[]
}

export type Agent = {
	client: Client
	call(tool: string, input?: Record<string, unknown>): Promise<AgentAnswer>
}

/** Connects the official client of the Model Context Protocol with a key. */
export async function connectAgent(app: Pick<TestApp, 'url' | 'fetch'>, key: string): Promise<Agent> {
	const client = new Client({ name: 'test', version: '1' })
	const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/functions/v1/mcp`), {
		fetch: app.fetch as never,
		requestInit: { headers: { authorization: `Bearer ${key}` } },
	})
	await client.connect(transport as never)
	return {
		client,
		call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as AgentAnswer,
	}
}
