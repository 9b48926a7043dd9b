import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
	type CustomerMail,
	customerMailLimits,
	mailTextProblems,
	normalizeMailWords,
	sayMailTextProblem,
	splitAtLink,
} from '#shared/mail/customer-mails.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { MailFields } from './mail-fields.tsx'
import { MailPreview } from './mail-preview.tsx'
import { type CustomerMailSettings, isConflict, useCustomerMailPreview, useSaveMail } from './use-customer-mails.ts'
import { draftOf, type MailDraft, useMailDraft, wordsOf } from './use-mail-draft.ts'

/** The words of one mail in one language, and the mail beside them. */
export function MailEditor({
	mail,
	title,
	language,
	languages,
	stored,
}: {
	mail: CustomerMail
	title: string
	language: string
	languages: ReactNode
	/** The space's own words; undefined for Plaudit's. */
	stored: CustomerMailSettings['texts'][number] | undefined
}) {
	const { space, canEdit } = useSpace()
	const target = { space_id: space.id, mail, locale: language }
	const { draft, setDraft } = useMailDraft(space.id, mail, language)
	const ours = useCustomerMailPreview(target)
	const save = useSaveMail(space.id, target)
	const [hasTried, setTried] = useState(false)
	const section = useRef<HTMLElement>(null)
	const version = stored?.version ?? null
	const settled = stored ? draftOf(stored, version) : ours.data ? draftOf(ours.data.words, null) : null
	const shown = draft ?? settled
	const words = shown ? normalizeMailWords(wordsOf(shown)) : null
	const preview = useCustomerMailPreview(draft || stored ? { ...target, ...words } : target)
	const problems = words ? mailTextProblems(words) : {}
	const say = (field: 'subject' | 'body') => {
		const problem = problems[field]
		return problem && hasTried ? sayMailTextProblem(problem, customerMailLimits[field]) : undefined
	}
	const isStale = draft !== null && draft.version !== version
	const edit = (part: Partial<MailDraft>) => shown && setDraft({ ...shown, ...part })
	const store = (over = draft ? draft.version : version) => {
		// Rendered at once: the field with the error takes the focus.
		flushSync(() => setTried(true))
		if (!words) return
		if (Object.keys(problems).length > 0)
			return section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
		save.mutate({ words, version: over }, { onSuccess: () => drop() })
	}
	const drop = () => {
		setDraft(null)
		setTried(false)
	}
	const goBack = () => (stored ? save.mutate({ words: null, version }, { onSuccess: drop }) : drop())
	return (
		<div className="cmail-split">
			<section ref={section} aria-labelledby="cmail-words">
				<div className="cmail-top">
					<h2 className="ui-section-title" id="cmail-words">
						{title}
					</h2>
					{languages}
				</div>
				{ours.error && !shown ? (
					<Notice isError>
						<p>The mail could not be shown. {errorMessage(ours.error)}</p>
						<Button size="tiny" onClick={() => void ours.refetch()}>
							Try again
						</Button>
					</Notice>
				) : null}
				{!shown && !ours.error ? <PageSpinner /> : null}
				{shown && words ? (
					<>
						<MailFields
							draft={shown}
							length={words.body.length}
							language={language}
							isReadOnly={!canEdit}
							errors={{ subject: say('subject'), body: say('body') }}
							onEdit={edit}
						/>
						{isStale ? <MailConflict stored={stored} onTake={drop} onKeep={() => store(version)} /> : null}
						{save.error && !isConflict(save.error) ? (
							<p className="ui-error" role="alert">
								{errorMessage(save.error)} What you typed is still here.
							</p>
						) : null}
						{canEdit ? (
							<div className="cmail-acts">
								<Button variant="primary" busy={save.isPending} disabled={!draft} onClick={() => store()}>
									Save
								</Button>
								{draft ? <Button onClick={drop}>Discard changes</Button> : null}
								{stored ? (
									<Button variant="quiet" disabled={save.isPending} onClick={goBack}>
										Plaudit’s own words
									</Button>
								) : null}
							</div>
						) : null}
						<p className="ui-small ui-quiet" role="status">
							{draft
								? 'Not saved yet. Kept in this browser.'
								: stored
									? `Your own words, since ${formatDate(stored.changed_at)}.`
									: 'These are Plaudit’s words.'}{' '}
							{canEdit
								? 'Mails that wait are sent in the words that are saved then.'
								: 'Only editors and owners may change them.'}
						</p>
					</>
				) : null}
			</section>
			<MailPreview preview={preview} />
		</div>
	)
}

/** Tells that another person changed the words meanwhile, shows theirs, and asks which are kept. */
function MailConflict({
	stored,
	onTake,
	onKeep,
}: {
	stored: CustomerMailSettings['texts'][number] | undefined
	onTake: () => void
	onKeep: () => void
}) {
	return (
		<Notice isError>
			<p>
				<strong>Somebody else changed this mail meanwhile.</strong> What you typed is still here, and not saved.
			</p>
			{stored ? (
				<blockquote className="cmail-theirs" dir="auto">
					<strong>{stored.subject}</strong>
					{splitAtLink(stored.body)
						.filter(Boolean)
						.map((part) => (
							<p key={part}>{part}</p>
						))}
				</blockquote>
			) : (
				<p>They went back to Plaudit’s words.</p>
			)}
			<div className="cmail-acts">
				<Button size="tiny" onClick={onTake}>
					Take theirs
				</Button>
				<Button size="tiny" onClick={onKeep}>
					Save mine instead
				</Button>
			</div>
		</Notice>
	)
}
