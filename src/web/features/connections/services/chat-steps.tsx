import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WebhookRow } from '#shared/rows.ts'
import { useWebhooks } from '#web/features/connections/webhooks/use-webhooks.ts'
import { hostOf, kindOf, kindWords } from '#web/features/connections/webhooks/webhook-words.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { chatGuides } from './chat-guides.ts'
import type { Service } from './services.ts'
import { Step } from './step.tsx'
import { useConnectAddress } from './use-connect-address.ts'

/** The lines of a channel, each with the events behind it. */
const lines = [
	{ label: 'New words', text: 'also with few stars; never possible spam', events: ['testimonial.created'] },
	{ label: 'Approved and published', text: 'with its picture card', events: ['testimonial.approved'] },
	{
		label: 'Edited or withdrawn by its author',
		text: 'without the words, if withdrawn',
		events: ['testimonial.updated', 'testimonial.withdrawn'],
	},
] as const

const kinds = Object.keys(kindWords) as WebhookRow['kind'][]

/** Connects a channel of a chat: make an address there, paste it here, send a test. */
export function ChatSteps({ service }: { service: Service }) {
	const { space, canEdit } = useSpace()
	const guide = chatGuides[service.id]
	const kind = kinds.find((one) => kindWords[one].service === service.id) ?? 'mattermost'
	const { data: webhooks = [] } = useWebhooks(space.id)
	const present = webhooks.filter((one) => one.kind === kind)
	const { connect, made, problem, isBusy } = useConnectAddress(space.id)
	const [url, setUrl] = useState('')
	const [ticked, setTicked] = useState<readonly string[]>(lines.map(({ label }) => label))
	const typed = url.trim()
	// Servers of Mattermost have hosts of their own.
	const isFitting = kind === 'mattermost' ? /^https?:\/\/[^/]+\/hooks\/./.test(typed) : kindOf(typed) === kind
	const events = lines.filter(({ label }) => ticked.includes(label)).flatMap((line) => line.events)
	const other =
		typed !== '' && !isFitting ? `This is not yet an address of ${service.name}: ${guide?.example ?? ''}` : undefined
	const isReady = isFitting && events.length > 0
	return (
		<>
			<Step title={`Make an address in ${service.name}`} isDone={isFitting || made !== undefined}>
				<p>{guide?.make}</p>
				<div className="ui-buttons">
					{guide?.link ? (
						<a className={buttonClass({})} href={guide.link} target="_blank" rel="noreferrer">
							<ExternalLink size={16} aria-hidden="true" />
							Open that page in {service.name}
						</a>
					) : null}
					<span className="ui-small ui-quiet">Takes about a minute. Its administrator may have to agree.</span>
				</div>
			</Step>
			<Step title="Paste it here" isDone={made !== undefined}>
				<TextField
					label={`Address from ${service.name}`}
					type="url"
					dir="ltr"
					autoComplete="off"
					value={url}
					placeholder={guide?.example}
					help="It is a secret: who has it may write into the channel."
					error={problem ?? other}
					ok={isFitting ? `This is an address of ${service.name}, so messages come in its own form.` : undefined}
					onChange={({ target }) => setUrl(target.value)}
				/>
				<fieldset className="serv-lines" aria-label="Tell the channel about">
					<p className="ui-label">Tell the channel about</p>
					{lines.map(({ label, text }) => (
						<Checkbox
							key={label}
							checked={ticked.includes(label)}
							onChange={({ target }) =>
								setTicked(target.checked ? [...ticked, label] : ticked.filter((one) => one !== label))
							}
						>
							{label} <span className="ui-quiet">{text}</span>
						</Checkbox>
					))}
				</fieldset>
			</Step>
			<Step title="Send a test" isDone={made !== undefined}>
				<p>One message that says it is a test. Nothing else is sent before it arrived.</p>
				{canEdit ? (
					<div className="ui-buttons">
						<Button
							variant="primary"
							busy={isBusy}
							disabled={!isReady || made !== undefined}
							onClick={() => void connect({ url: typed, events, kind })}
						>
							Send a test to {service.name}
						</Button>
						<span role="status" className="ui-small conn-on">
							{made ? `It arrived: ${made.answer.status} after ${made.answer.took_ms ?? 0} ms. Connected.` : ''}
						</span>
					</div>
				) : (
					<p className="ui-quiet">Editors and owners connect it.</p>
				)}
				<ul>
					{present.map((webhook) => (
						<li key={webhook.id}>
							<Link className={buttonClass({ size: 'tiny' })} to={`/dashboard/space/webhooks/${webhook.id}`}>
								{webhook.is_active ? 'Connected' : 'Paused'}: open its log ({hostOf(webhook.url)})
							</Link>
						</li>
					))}
				</ul>
			</Step>
		</>
	)
}
