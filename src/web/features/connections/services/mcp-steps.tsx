import { useState } from 'react'
import { CodeBox } from '#web/features/connections/code-box.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { Drawing } from './drawings/drawing.tsx'
import { useShownWords } from './drawings/use-shown-words.ts'
import { KeyForService, useServiceKey } from './key-for-service.tsx'
import type { Service } from './services.ts'
import { agentConfigs } from './snippets/agent-configs.ts'
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
	const [chosen, setChosen] = useState(agentConfigs[0].id)
	const agent = agentConfigs.find(({ id }) => id === chosen) ?? agentConfigs[0]
	const address = `${window.location.origin}/functions/v1/mcp`
	return (
		<>
			<Step title="Make a key for it" isDone={key.hasKey}>
				<p>One per agent: its name is written beside all that it does.</p>
				<KeyForService serviceKey={key} name="Desk agent" choices={choices} end="90" />
			</Step>
			<Step title="Tell the agent where" isDone={key.isUsed}>
				<SelectField label="Agent" value={agent.id} onChange={({ target }) => setChosen(target.value)}>
					{agentConfigs.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
				<p>{agent.place}</p>
				<CodeBox>{agent.text(address, key.made?.key ?? 'plk_…')}</CodeBox>
				<p className="ui-small ui-quiet">
					{agent.note ?? 'Streamable HTTP. No program to install, nothing runs on your computer.'}
				</p>
			</Step>
			<Step title="Ask it something" isDone={key.isUsed}>
				<AgentTalk />
				<p className="ui-small ui-quiet">The first call of the agent ticks this step.</p>
			</Step>
		</>
	)
}

/** A talk with an agent, which answers with words of the space. */
function AgentTalk() {
	const { first, areSamples } = useShownWords()
	return (
		<Drawing label="A talk with an agent" areSamples={areSamples}>
			<div className="serv-talk">
				<p className="serv-asked">What do people say about us? Quote one.</p>
				<p>One that fits, word for word:</p>
				<blockquote>
					“{first.text}”
					<span className="ui-small ui-quiet">
						<bdi>{first.name}</bdi>, with the link to its proof
					</span>
				</blockquote>
				<p className="serv-asked">Make it a bit shorter.</p>
				<p>
					I can quote a shorter unbroken part of it, but not rewrite it. To change words, propose it to their author in
					the inbox, who decides.
				</p>
			</div>
		</Drawing>
	)
}
