import { ChevronRight } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { Link } from 'react-router'
import { useInvitableForms } from '#web/features/invitations/use-invitable-forms.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Composer } from './composer.tsx'
import { SendResult } from './send-result.tsx'
import type { SentList } from './sent-list.ts'
import '#web/features/invitations/invitations.css'
import './compose-page.css'

/** /dashboard/invitations/new: asks customers by mail. `?form=` chooses the form. */
export function Page() {
	const { space, canEdit } = useSpace()
	const forms = useInvitableForms(space.id)
	const [wanted] = useQueryState('form', parseAsString)
	const [sent, setSent] = useState<SentList | null>(null)
	usePageTitle('Ask your customers', space.name)
	return (
		<div className="ui-page">
			<header className="invite-head">
				<div>
					<p className="invite-crumbs">
						<Link to="/dashboard/invitations">Invitations</Link>
						<ChevronRight size={14} aria-hidden="true" />
					</p>
					<h1 className="ui-page-title" tabIndex={-1}>
						Ask your customers
					</h1>
					<p className="ui-quiet">
						Each gets one personal link. What comes through it is marked “Invited by <bdi>{space.name}</bdi>”.
					</p>
				</div>
			</header>
			{forms.isPending ? <PageSpinner /> : null}
			{forms.error && !forms.data ? <ReadError query={forms}>The forms could not be read.</ReadError> : null}
			{!canEdit ? (
				<EmptyState
					title="Only owners and editors may invite."
					actions={
						<Link className={buttonClass({})} to="/dashboard/invitations">
							See the invitations
						</Link>
					}
				>
					<p>Your role in this space lets you read. Ask an owner to change it.</p>
				</EmptyState>
			) : null}
			{canEdit && forms.data?.every(({ is_open }) => !is_open) ? (
				<EmptyState
					title="No form is open."
					actions={
						<Link className={buttonClass({ variant: 'primary' })} to="/dashboard/forms">
							Go to the forms
						</Link>
					}
				>
					<p>An invitation leads to a form. Open one, or make one, then come back.</p>
				</EmptyState>
			) : null}
			{canEdit && !sent && forms.data?.some(({ is_open }) => is_open) ? (
				// A draft belongs to a space.
				<Composer key={space.id} forms={forms.data} wantedForm={wanted} onSent={setSent} />
			) : null}
			{sent ? <SendResult sent={sent} onMore={() => setSent(null)} /> : null}
		</div>
	)
}
