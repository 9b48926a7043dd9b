import { useState } from 'react'
import { Link } from 'react-router'
import { SecretBox } from '#web/features/connections/secret-box.tsx'
import { webhookEvents } from '#web/features/connections/webhooks/webhook-words.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { KeyForService, useServiceKey } from './key-for-service.tsx'
import type { Service } from './services.ts'
import { ServerAddress, Step } from './step.tsx'
import { useConnectAddress } from './use-connect-address.ts'

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

/** Connects n8n by its node. */
export function N8nSteps({ service }: { service: Service }) {
	const key = useServiceKey(service)
	return (
		<>
			<Step title="Install the node" isDone={key.isUsed}>
				<p>In n8n: Settings, Community nodes, Install. Its name:</p>
				<SecretBox label="Name of the node" text="n8n-nodes-plaudit" />
				<p className="ui-small ui-quiet">
					Its source is in packages/n8n of Plaudit. n8n Cloud shows only nodes that n8n has checked: until then use its
					webhook and HTTP nodes, as for <Link to="/dashboard/space/connections/make">Make</Link>.
				</p>
			</Step>
			<Step title="Give it your address and a key" isDone={key.hasKey}>
				<ServerAddress label="Base address" />
				<KeyForService serviceKey={key} name="n8n" choices={choices} />
				<p className="ui-help">
					<span>
						If n8n runs in Docker on the same machine, the address is{' '}
						<code className="ui-mono">http://host.docker.internal:3000</code>.
					</span>
				</p>
			</Step>
			<Step title="Build a flow" isDone={key.isUsed}>
				<FlowPicture
					title="Published words into a sheet"
					nodes={['Plaudit, when approved', 'Edit fields', 'Sheet, append a row']}
				/>
				<FlowPicture
					title="Ask three days after delivery"
					nodes={['Shop, order delivered', 'Wait, 3 days', 'Plaudit, ask the customer']}
				/>
				<p className="ui-small ui-quiet">The first call of n8n ticks this step.</p>
			</Step>
		</>
	)
}

function FlowPicture({ title, nodes }: { title: string; nodes: readonly string[] }) {
	return (
		<div className="serv-flow">
			<p className="ui-small ui-quiet">{title}</p>
			<ol>
				{nodes.map((node) => (
					<li key={node} className={node.startsWith('Plaudit') ? 'serv-own' : undefined}>
						{node}
					</li>
				))}
			</ol>
		</div>
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
				<p>One sample, by which {service.name} learns the fields. Nothing else is sent before it arrived.</p>
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
					With {words.act}: the address of this server, and a header <code className="ui-mono">Authorization</code> with{' '}
					<code className="ui-mono">Bearer</code> and the key.
				</p>
				<ServerAddress label="To ask a customer: POST" path="/functions/v1/events-in" />
				<KeyForService serviceKey={key} name={service.name} choices={choices} />
			</Step>
		</>
	)
}
