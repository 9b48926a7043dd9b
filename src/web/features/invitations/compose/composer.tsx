import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { suggestedInvitation } from '#shared/mail/suggested-invitation.ts'
import { eventsOfState } from '#web/features/invitations/events-to-ask.ts'
import { addressFault, normalizeAddress } from '#web/features/invitations/recipients/check-address.ts'
import {
	checkRecipients,
	countStates,
	type KnownAddresses,
	maxRecipients,
} from '#web/features/invitations/recipients/check-recipients.ts'
import {
	type Recipient,
	type RecipientList,
	recipientsOf,
} from '#web/features/invitations/recipients/recipient-list.ts'
import type { InvitableForm } from '#web/features/invitations/use-invitable-forms.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { useInvitationDraft } from './invitation-draft.ts'
import { loadKnownAddresses } from './load-known-addresses.ts'
import { MailPreview } from './mail-preview.tsx'
import { MessageSection } from './message-section.tsx'
import { RecipientsSection } from './recipients-section.tsx'
import { SendSection } from './send-section.tsx'
import type { SentList } from './sent-list.ts'
import { useSendInvitations } from './use-send-invitations.ts'

/** The editor of an invitation: who, message, send; the mail beside it. */
export function Composer({
	forms,
	wantedForm,
	onSent,
}: {
	forms: InvitableForm[]
	wantedForm: string | null
	onSent: (sent: SentList) => void
}) {
	const { space } = useSpace()
	const { email } = useUser()
	const { draft, isSaved, edit, editList, clear } = useInvitationDraft(space.id)
	const { lists, remindAfterDays } = draft
	useEventsToAsk(lists, edit)
	const form = chooseForm(forms, draft.formId, wantedForm)
	const suggested = suggestedInvitation(form.locale)
	const message = { subject: draft.subject ?? suggested.subject, message: draft.message ?? suggested.message }
	const replyToMe = Boolean(email) && draft.replyToMe

	const recipients = useMemo(() => recipientsOf(lists), [lists])
	const known = useKnownAddresses(space.id, recipients)
	const rows = useMemo(() => checkRecipients(recipients, known), [recipients, known])
	const sendable = useMemo(() => rows.filter(({ state }) => state.kind === 'send'), [rows])
	const page = useRef<HTMLDivElement>(null)
	const [hasTried, setTried] = useState(false)
	const errors = hasTried ? messageErrors(message) : {}
	const sending = useSendInvitations(form.id, (sent) => {
		clear(sent.left.filter(({ isBroken }) => isBroken).map(({ key }) => key))
		onSent(sent)
	})
	const send = () => {
		// Rendered at once: the field with the error takes the focus.
		flushSync(() => setTried(true))
		if (Object.keys(messageErrors(message)).length > 0)
			return page.current?.querySelector<HTMLElement>('.invite-fields [aria-invalid="true"]')?.focus()
		sending.mutate({ rows, ...message, remindAfterDays, replyToMe })
	}
	const previewed = useDeferredValue(sendable)
	return (
		<div className="invite-split" ref={page}>
			<RecipientsSection draft={draft} rows={rows} onEdit={edit} onEditList={editList} />
			<MessageSection
				forms={forms}
				form={form}
				message={message}
				remindAfterDays={remindAfterDays}
				replyTo={email ? { address: email, isOn: replyToMe } : undefined}
				errors={errors}
				onEdit={edit}
			/>
			<MailPreview form={form} message={message} replyTo={replyToMe ? email : undefined} people={previewed} />
			<SendSection counts={countStates(rows)} sending={sending} isSaved={isSaved} onSend={send} />
		</div>
	)
}

/** Adds the customers of events that the address brings, once: its state is taken away, and the draft keeps them. */
function useEventsToAsk(lists: RecipientList[], edit: (part: { lists: RecipientList[] }) => void): void {
	const { state, pathname, search } = useLocation()
	const go = useNavigate()
	const given = eventsOfState(state)
	useEffect(() => {
		if (!given) return
		if (!lists.some(({ id }) => id === given.id)) edit({ lists: [...lists, given] })
		void go(`${pathname}${search}`, { replace: true, state: null })
	}, [given, lists, edit, go, pathname, search])
}

/** The form of the draft, else the one that the address names, else the oldest open one. */
function chooseForm(forms: InvitableForm[], drafted: string | null, wanted: string | null): InvitableForm {
	const open = forms.filter(({ is_open }) => is_open)
	const found = open.find(({ id }) => id === drafted) ?? open.find(({ id }) => id === wanted) ?? open[0]
	if (!found) throw new Error('An invitation needs an open form.')
	return found
}

function messageErrors({ subject, message }: { subject: string; message: string }) {
	const errors: { subject?: string; message?: string } = {}
	if (subject.trim() === '') errors.subject = 'The mail needs a subject.'
	if (message.trim() === '') errors.message = 'The mail needs a few words.'
	const odd = (text: string) => /\{(?!(?:name|space|form)\})[a-z_]{1,30}\}/.exec(text)?.[0]
	for (const [part, text] of [
		['subject', subject],
		['message', message],
	] as const) {
		const field = odd(text)
		if (field) errors[part] = `${field} is not a field. The fields are {name}, {space} and {form}.`
	}
	return errors
}

const none: KnownAddresses = new Map()

/**
 * The addresses that the server would leave out, because they were asked or declined before. The map is empty until the
 * server answers and while it cannot be reached: it decides again when the list is sent.
 */
function useKnownAddresses(spaceId: string, recipients: readonly Recipient[]): KnownAddresses {
	const emails = useMemo(() => {
		const sendable = recipients.filter(({ email }) => addressFault(email) === null)
		return [...new Set(sendable.map(({ email }) => normalizeAddress(email)))].sort().slice(0, maxRecipients)
	}, [recipients])
	const asked = useDebounced(emails)
	const { data } = useQuery({
		queryKey: queryKeys.knownRecipients(spaceId, asked),
		enabled: asked.length > 0,
		placeholderData: keepPreviousData,
		queryFn: async () => loadKnownAddresses(await supabase, spaceId, asked),
	})
	return data ?? none
}
