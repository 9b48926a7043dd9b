import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { SecretBox } from '#web/features/connections/secret-box.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { EventList } from './event-list.tsx'
import { useMakeWebhook } from './use-webhooks.ts'
import { kindOf, kindWords, webhookEvents } from './webhook-words.ts'

/** The form of a new webhook, and then its secret, which is shown once. */
export function NewWebhook({ onDone }: { onDone: () => void }) {
	const { space } = useSpace()
	const make = useMakeWebhook(space.id)
	const [url, setUrl] = useState('')
	const [events, setEvents] = useState<string[]>([...webhookEvents.slice(0, 6)])
	const kind = kindOf(url)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (events.length > 0) make.mutate({ url: url.trim(), events, kind })
	}
	if (make.data)
		return (
			<div className="hooks-new">
				<Notice>
					<p>
						<strong>The webhook is made. Copy its secret now: it is shown this once.</strong>
					</p>
					<SecretBox label="The secret" text={make.data.secret} copy="Copy secret" isPrimary />
					<p className="ui-small">It proves that a call is ours. It can be changed at any time.</p>
				</Notice>
				<div className="ui-buttons">
					<Link className={buttonClass({})} to={`/dashboard/space/webhooks/${make.data.id}`}>
						Go on to the test
					</Link>
					<Button variant="quiet" onClick={onDone}>
						Close
					</Button>
				</div>
			</div>
		)
	return (
		<form className="hooks-new" onSubmit={submit}>
			<TextField
				label="Address"
				type="url"
				inputMode="url"
				dir="ltr"
				required
				autoFocus
				autoComplete="off"
				placeholder="https://shop.example/hooks/plaudit"
				value={url}
				error={make.error ? errorMessage(make.error) : undefined}
				ok={
					kind === 'standard'
						? undefined
						: `This is an address of ${kindWords[kind].name}: messages come in its own form.`
				}
				help="It answers with 200 to 299 within 10 seconds. Redirects are not followed."
				onChange={({ target }) => setUrl(target.value)}
			/>
			<div>
				<p className="ui-label">Call it about</p>
				<EventList ticked={events} onChange={setEvents} />
			</div>
			<div className="ui-buttons">
				<Button type="submit" variant="primary" busy={make.isPending} disabled={events.length === 0}>
					Make the webhook
				</Button>
				<Button variant="quiet" onClick={onDone}>
					Cancel
				</Button>
			</div>
		</form>
	)
}
