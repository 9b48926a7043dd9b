import { type FormEvent, useState } from 'react'
import type { WebhookRow } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { EventList } from './event-list.tsx'
import { useChangeWebhook } from './use-webhooks.ts'

/** The address of a webhook and the events that it is called about. */
export function EventsSection({ webhook, canEdit }: { webhook: WebhookRow; canEdit: boolean }) {
	const [isOpen, setOpen] = useState(false)
	return (
		<SettingsSection id="events" title="Events" text="What we call about.">
			<p className="hooks-chips ui-mono">
				{webhook.events.map((event) => (
					<Tag key={event}>{event}</Tag>
				))}
			</p>
			{canEdit ? (
				<div>
					<Button size="tiny" onClick={() => setOpen(true)}>
						Change address or events
					</Button>
				</div>
			) : null}
			<p className="ui-help">
				<span>
					In order for each testimonial, at least once. The same <code className="ui-mono">webhook-id</code> is the same
					event: take it once. Withdrawn and erased ones come without their words.
				</span>
			</p>
			{isOpen ? <ChangeDialog webhook={webhook} onClose={() => setOpen(false)} /> : null}
		</SettingsSection>
	)
}

function ChangeDialog({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
	const change = useChangeWebhook(webhook)
	const [url, setUrl] = useState(webhook.url)
	const [events, setEvents] = useState(webhook.events)
	const save = (event: FormEvent) => {
		event.preventDefault()
		change.mutate({ url: url.trim(), events }, { onSuccess: onClose })
	}
	return (
		<Dialog open onOpenChange={onClose} title="Address and events">
			<form className="ui-stack" onSubmit={save}>
				<TextField
					label="Address"
					type="url"
					dir="ltr"
					required
					value={url}
					error={change.error ? errorMessage(change.error) : undefined}
					onChange={({ target }) => setUrl(target.value)}
				/>
				<EventList ticked={events} onChange={setEvents} />
				<DialogFooter>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" variant="primary" busy={change.isPending} disabled={events.length === 0}>
						Save
					</Button>
				</DialogFooter>
			</form>
		</Dialog>
	)
}
