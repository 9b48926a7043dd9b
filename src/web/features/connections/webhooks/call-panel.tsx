import type { WebhookRow } from '#shared/rows.ts'
import { Code } from '#web/ui/code.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type LoggedDelivery, useToldBody } from './use-deliveries.ts'

/** A delivery that was opened: the call as it would be made today, and the answer that came. */
export function CallPanel({ row, webhook, id }: { row: LoggedDelivery; webhook: WebhookRow; id: string }) {
	const query = useToldBody(webhook, row.id)
	const body = query.data?.body
	return (
		<div className="hooks-talk" id={id}>
			<div>
				<p>This is how it is told today</p>
				{query.isPending ? <Spinner /> : null}
				{query.isError && body === undefined ? <ReadError query={query}>The call could not be read.</ReadError> : null}
				{body === null ? <p className="ui-quiet">{emptyText(row)}</p> : null}
				{body ? <Code>{`${callHead(webhook.url, row.message_id)}\n\n${indent(body)}`}</Code> : null}
				<p className="ui-quiet">What was sent is not kept, so that withdrawn words are gone.</p>
			</div>
			{row.attempt > 0 ? (
				<div>
					<p>{row.status === null ? 'No answer came' : 'It answered, first 1,000 bytes'}</p>
					{row.answer ? <Code>{row.answer}</Code> : <p className="ui-quiet">Its answer had no text.</p>}
				</div>
			) : null}
		</div>
	)
}

function emptyText({ testimonial, testimonial_id: about }: LoggedDelivery): string {
	if (about && !testimonial) return 'Nothing: it was erased.'
	return testimonial?.withdrawn_at ? 'Nothing: it was withdrawn.' : 'Nothing: a channel is not told of possible spam.'
}

/** The first lines of a call, without what its address may carry as a secret. */
const callHead = (url: string, message: string): string =>
	`POST ${URL.canParse(url) ? new URL(url).pathname : '/'}\nwebhook-id: ${message}`

const indent = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
