import { CodeBox } from '#web/features/connections/code-box.tsx'
import { KeyForService, useServiceKey } from './key-for-service.tsx'
import type { Service } from './services.ts'
import { Step } from './step.tsx'

const reads = ['testimonials:read', 'walls:read', 'numbers:read'] as const
const decides = [...reads, 'testimonials:write'] as const
const choices = [
	{ label: 'Read, tag and decide', scopes: decides },
	{ label: 'Read only', scopes: reads },
	{ label: 'And ask customers', scopes: [...decides, 'invitations:write'] },
] as const

/** Connects an agent by MCP: a key, the address, a question. */
export function McpSteps({ service }: { service: Service }) {
	const key = useServiceKey(service)
	const config = {
		mcpServers: {
			plaudit: {
				type: 'http',
				url: `${window.location.origin}/functions/v1/mcp`,
				headers: { Authorization: `Bearer ${key.made?.key ?? 'plk_…'}` },
			},
		},
	}
	return (
		<>
			<Step title="Make a key for it" isDone={key.hasKey}>
				<p>One per agent: its name is written beside all that it does.</p>
				<KeyForService serviceKey={key} name="Desk agent" choices={choices} end="90" />
			</Step>
			<Step title="Tell the agent where" isDone={key.isUsed}>
				<CodeBox>{JSON.stringify(config, null, 2)}</CodeBox>
				<p className="ui-small ui-quiet">
					Streamable HTTP. No program to install, nothing runs on your computer. Some agents name these fields
					otherwise: they want the address and the header.
				</p>
			</Step>
			<Step title="Ask it something" isDone={key.isUsed}>
				<div className="serv-talk">
					<p className="serv-asked">What do people say about the teaching? Quote two.</p>
					<p>Two that fit, word for word:</p>
					<blockquote>
						“They asked which chair I would like, and never once called me ‘dear’.”
						<span className="ui-small ui-quiet">Greta, invited, with the link to its proof</span>
					</blockquote>
					<p className="serv-asked">Make Greta’s a bit shorter.</p>
					<p>
						I can quote a shorter unbroken part of it, but not rewrite it. To change words, propose it to her in the
						inbox; she decides.
					</p>
				</div>
				<p className="ui-small ui-quiet">A sample. The first call of the agent ticks this step.</p>
			</Step>
		</>
	)
}
