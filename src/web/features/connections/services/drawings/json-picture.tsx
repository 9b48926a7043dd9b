import type { WebhookItem } from '#shared/webhooks.ts'
import { webhookApiVersion } from '#shared/webhooks.ts'
import { Code } from '#web/ui/code.tsx'
import { Drawing } from './drawing.tsx'
import { useShownWords } from './use-shown-words.ts'

/** The fields of a call that flows use most. The item has more. */
type ShownItem = Pick<WebhookItem, 'id' | 'status' | 'text' | 'rating' | 'page_url' | 'inbox_url'> & {
	author: Pick<WebhookItem['author'], 'name'>
}

/** The beginning of a call of a webhook. */
export function WebhookCall() {
	const { first, areSamples } = useShownWords()
	const { origin } = window.location
	const data: ShownItem = {
		id: first.id,
		status: 'approved',
		text: first.text,
		rating: first.rating,
		author: { name: first.name },
		page_url: `${origin}/p/${first.id}`,
		inbox_url: `${origin}/dashboard/inbox/${first.id}`,
	}
	const call = {
		type: 'testimonial.approved',
		timestamp: '2026-11-30T12:00:00.000Z',
		api_version: webhookApiVersion,
		data,
	}
	return (
		<Drawing label="The call of a webhook" areSamples={areSamples}>
			<Code>{JSON.stringify(call, null, 2)}</Code>
		</Drawing>
	)
}

/** The answer to the first call of a program. */
export function ApiAnswer() {
	const { first, second, areSamples } = useShownWords()
	const rows = [first, second].filter((one) => one !== undefined)
	const answer = rows.map(({ name, rating, text }) => ({ author_name: name, rating, body: text }))
	return (
		<Drawing label="The answer to that call" areSamples={areSamples}>
			<Code>{JSON.stringify(answer, null, 2)}</Code>
		</Drawing>
	)
}
