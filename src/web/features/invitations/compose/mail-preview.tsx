import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import type { InvitationPreview, InvitationPreviewRequest } from '#shared/mail/invitation-api.ts'
import type { CheckedRecipient } from '#web/features/invitations/recipients/check-recipients.ts'
import type { InvitableForm } from '#web/features/invitations/use-invitable-forms.ts'
import { useTheme } from '#web/lib/browser/theme.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { MailFrame } from '#web/ui/mail/mail-frame.tsx'
import { markValue, withoutMarks } from '#web/ui/mail/mail-html.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Message } from './message.ts'

type View = 'phone' | 'desktop' | 'text'

const views = [
	{ value: 'phone', label: 'Phone' },
	{ value: 'desktop', label: 'Desktop' },
	{ value: 'text', label: 'Text' },
] as const
const themes = [
	{ value: 'light', label: <Sun size={16} aria-hidden="true" />, title: 'Light' },
	{ value: 'dark', label: <Moon size={16} aria-hidden="true" />, title: 'Dark' },
] as const

/** The server cuts longer names. */
const longestName = 120

/** A person in place of those of the list, while it is empty. */
const sample = { name: 'Ada Lovelace', email: 'ada@example.com' }

/** The mail as one person of the list gets it. */
export function MailPreview({
	form,
	message,
	replyTo,
	people,
}: {
	form: InvitableForm
	message: Message
	replyTo: string | undefined
	people: CheckedRecipient[]
}) {
	const { space } = useSpace()
	const { dark } = useTheme()
	const [view, setView] = useState<View>('phone')
	const [chosen, setTheme] = useState<'light' | 'dark' | null>(null)
	const [position, setPosition] = useState(0)
	const at = Math.min(position, Math.max(0, people.length - 1))
	const person = people[at] ?? sample
	const { data, error, isFetching, refetch } = useMailPreview(space.id, {
		form_id: form.id,
		subject: message.subject,
		message: message.message,
		recipient: { name: markValue(person.name.slice(0, longestName)) },
	})
	return (
		<aside className="invite-preview" aria-labelledby="invite-mail">
			<div className="invite-part-top">
				<h2 className="ui-label" id="invite-mail">
					The mail {isFetching ? <Spinner /> : null}
				</h2>
				{people.length > 1 ? (
					<span className="invite-people ui-small ui-quiet ui-num">
						<Button
							variant="quiet"
							size="tiny"
							icon
							aria-label="Previous person"
							disabled={at === 0}
							onClick={() => setPosition(at - 1)}
						>
							<ChevronLeft size={16} aria-hidden="true" />
						</Button>
						<span>
							{formatNumber(at + 1)} of {formatNumber(people.length)}
						</span>
						<Button
							variant="quiet"
							size="tiny"
							icon
							aria-label="Next person"
							disabled={at === people.length - 1}
							onClick={() => setPosition(at + 1)}
						>
							<ChevronRight size={16} aria-hidden="true" />
						</Button>
					</span>
				) : null}
			</div>
			<div className="invite-looks">
				<SegmentedControl label="Preview as" value={view} options={views} onChange={setView} />
				{view === 'text' ? null : (
					<SegmentedControl
						label="Preview colours"
						value={chosen ?? (dark ? 'dark' : 'light')}
						options={themes}
						onChange={setTheme}
					/>
				)}
			</div>
			{error && !data ? (
				<Notice isError>
					<p>The mail could not be shown. {errorMessage(error)}</p>
					<Button size="tiny" busy={isFetching} onClick={() => refetch()}>
						Try again
					</Button>
				</Notice>
			) : null}
			<article className="ui-mail" aria-label="Preview of the mail">
				<header>
					<strong dir="auto">{data ? withoutMarks(data.subject) : message.subject}</strong>
					<span>
						<bdi>{space.name}</bdi>
						{replyTo ? (
							<>
								, replies go to <bdi>{replyTo}</bdi>
							</>
						) : null}
					</span>
					<span>
						To <bdi>{person.email}</bdi>
					</span>
				</header>
				{data && view === 'text' ? (
					<pre className="ui-mail-text" dir="auto">
						{withoutMarks(data.text)}
					</pre>
				) : null}
				{data && view !== 'text' ? (
					<MailFrame html={data.html} size={view} theme={chosen ?? (dark ? 'dark' : 'light')} />
				) : null}
				{!data && !error ? <div className="ui-mail-loading" aria-hidden="true" /> : null}
			</article>
			<p className="ui-small ui-quiet">
				The foot is always there and cannot be taken out.{' '}
				{people.length > 0
					? 'Tinted words come from your list.'
					: 'Tinted words are samples until your list has people.'}
			</p>
		</aside>
	)
}

/** The mail as the server would send it. The last one stays while the next is rendered. */
function useMailPreview(spaceId: string, request: InvitationPreviewRequest) {
	const settled = useDebounced(JSON.stringify(request))
	return useQuery({
		queryKey: queryKeys.invitationPreview(spaceId, settled),
		placeholderData: keepPreviousData,
		gcTime: 60_000,
		retry: false,
		queryFn: async (): Promise<InvitationPreview> => {
			const client = await supabase
			const answer = await client.functions.invoke<InvitationPreview>('invitation-preview', {
				body: JSON.parse(settled) as InvitationPreviewRequest,
			})
			throwIfError(answer)
			if (!answer.data) throw new Error('The server answered without a mail.')
			return answer.data
		},
	})
}
