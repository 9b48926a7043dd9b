import { useState } from 'react'
import { Link } from 'react-router'
import { CodeBox } from '#web/features/connections/code-box.tsx'
import { SecretBox } from '#web/features/connections/secret-box.tsx'
import { webhookEvents } from '#web/features/connections/webhooks/webhook-words.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import askFlow from '/packages/n8n/flows/ask-three-days-after-delivery.json?raw'
import publishFlow from '/packages/n8n/flows/published-words-into-a-sheet.json?raw'
import { FlowCanvas } from './drawings/flow-canvas.tsx'
import { KeyForService, useServiceKey } from './key-for-service.tsx'
import type { Service } from './services.ts'
import { joinFlows } from './snippets/n8n-flows.ts'
import { eventsInPath, orderEvent } from './snippets/order-events.ts'
import { installPackage } from './snippets/site-code.ts'
import { ServerAddress, Step } from './step.tsx'
import { useConnectAddress } from './use-connect-address.ts'
import { useExampleSlugs } from './use-named-pages.ts'

const acts = [
	'testimonials:read',
	'testimonials:write',
	'submissions:write',
	'invitations:write',
	'forms:read',
] as const
const choices = [
	{ label: 'Read, send, decide, ask customers', scopes: acts },
	{ label: 'Read only', scopes: ['testimonials:read'] },
	{ label: 'Only ask customers', scopes: ['invitations:write', 'forms:read'] },
] as const

/** A trigger makes a webhook, which takes the role of an editor. */
const nodeChoices = [
	choices[0],
	{ label: 'Start flows and read', scopes: ['testimonials:read'], role: 'editor' },
	choices[2],
] as const

/** Connects n8n by its node. */
export function N8nSteps({ service }: { service: Service }) {
	const key = useServiceKey(service)
	const { form } = useExampleSlugs()
	return (
		<>
			<Step title="Install the node" isDone={key.isUsed}>
				<p>In n8n: Settings, Community nodes, Install. Its name:</p>
				<SecretBox label="Name of the node" text="n8n-nodes-plaudit" />
				<p>If it is not found there, install it from this server, and start n8n again:</p>
				<CodeBox>{`mkdir -p ~/.n8n/nodes && cd ~/.n8n/nodes\n${installPackage(window.location.origin, 'n8n-nodes-plaudit.tgz')}`}</CodeBox>
				<p className="ui-small ui-quiet">
					n8n Cloud shows only nodes that n8n has checked: until then use its webhook and HTTP nodes, as for{' '}
					<Link to="/dashboard/space/connections/make">Make</Link>.
				</p>
			</Step>
			<Step title="Give it your address and a key" isDone={key.hasKey}>
				<ServerAddress label="Base address" />
				<KeyForService serviceKey={key} name="n8n" choices={nodeChoices} />
				<p className="ui-help">
					<span>
						If n8n runs in Docker on the same machine, the address is{' '}
						<code className="ui-mono">http://host.docker.internal:{window.location.port || '3000'}</code>, and this
						server needs <code className="ui-mono">WEBHOOKS_PRIVATE=on</code> to call n8n back.
					</span>
				</p>
			</Step>
			<Step title="Build a flow, or take ours" isDone={key.isUsed}>
				<FlowCanvas />
				<div className="ui-buttons">
					<CopyButton text={joinFlows([publishFlow, askFlow], form)} label="Copy both flows" />
					<span className="ui-small ui-quiet">
						Paste into an empty canvas of n8n, and choose your credentials there.
					</span>
				</div>
				<p className="ui-small ui-quiet">The first call of n8n ticks this step.</p>
			</Step>
		</>
	)
}

const hookWords = {
	zapier: { step: '“Webhooks by Zapier”, event “Catch Hook”', act: '“Webhooks by Zapier”, event “Custom Request”' },
	make: { step: '“Webhooks”, module “Custom webhook”', act: '“HTTP”, module “Make a request”' },
}

/** Connects a service by its webhook and HTTP steps. */
export function WebhookFlowSteps({ service }: { service: Service }) {
	const { space, canEdit } = useSpace()
	const key = useServiceKey(service)
	const { connect, made, problem, isBusy } = useConnectAddress(space.id)
	const [url, setUrl] = useState('')
	const { form } = useExampleSlugs()
	const words = service.id === 'zapier' ? hookWords.zapier : hookWords.make
	return (
		<>
			<Step title={`Make an address in ${service.name}`} isDone={made !== undefined}>
				<p>Begin with {words.step}. It shows an address: paste it here.</p>
				<TextField
					label={`Address from ${service.name}`}
					type="url"
					dir="ltr"
					autoComplete="off"
					value={url}
					error={problem}
					onChange={({ target }) => setUrl(target.value)}
				/>
			</Step>
			<Step title="Send a test" isDone={made !== undefined}>
				<p>
					One call that says it is a test. Nothing else is sent before it arrived. {service.name} learns the fields from
					the first call after it, such as when you approve a testimonial.
				</p>
				{canEdit ? (
					<div className="ui-buttons">
						<Button
							variant="primary"
							busy={isBusy}
							disabled={!/^https?:\/\/./.test(url.trim()) || made !== undefined}
							onClick={() => void connect({ url: url.trim(), events: [...webhookEvents], kind: 'standard' })}
						>
							Send a test to {service.name}
						</Button>
						<span role="status" className="ui-small conn-on">
							{made ? `It arrived: ${made.answer.status}. Connected.` : ''}
						</span>
						{made ? (
							<Link className={buttonClass({ size: 'tiny' })} to={`/dashboard/space/webhooks/${made.id}`}>
								Open its log
							</Link>
						) : null}
					</div>
				) : (
					<p className="ui-quiet">Editors and owners connect it.</p>
				)}
			</Step>
			<Step title="Let it act here" isDone={key.isUsed}>
				<p>
					With {words.act}: method POST, the address and body below, and a header{' '}
					<code className="ui-mono">Authorization</code> with <code className="ui-mono">Bearer</code> and the key. This
					one asks a customer; <a href="/functions/v1/openapi.json">all others</a> are described by the server.
				</p>
				<ServerAddress label="Address of the request" path={eventsInPath} />
				<CodeBox>{orderEvent(form)}</CodeBox>
				<p className="ui-small ui-quiet">
					Replace the samples by fields of the step before. The same reference is one event, however often it comes.
				</p>
				<KeyForService serviceKey={key} name={service.name} choices={choices} />
			</Step>
		</>
	)
}
