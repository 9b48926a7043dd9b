import { Download, Mail } from 'lucide-react'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatCount, formatNumber, formatSize } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { whyNoMail } from './person-texts.ts'
import { type SearchResult, useMailPages, usePersonDownload } from './use-people.ts'

/** Ways to give the person what is held about them. */
export function GiveSection({
	spaceId,
	result: { sought, found },
}: {
	spaceId: string
	result: Extract<SearchResult, { kind: 'person' }>
}) {
	const download = usePersonDownload(spaceId)
	const mail = useMailPages(spaceId)
	const mailable = found.testimonials.filter(({ may_mail }) => may_mail).map(({ id }) => id)
	const error = download.error ?? mail.error
	return (
		<SettingsSection id="give" title="Give it to them">
			<div className="ui-buttons">
				<Button busy={download.isPending} onClick={() => download.mutate(sought)}>
					<Download size={16} aria-hidden="true" />
					Download{found.bytes > 0 ? `, ${formatSize(found.bytes)}` : ''}
				</Button>
				{mailable.length > 0 ? (
					<Button busy={mail.isPending} onClick={() => mail.mutate(mailable)}>
						<Mail size={16} aria-hidden="true" />
						{mailable.length === 1
							? 'Mail the private page'
							: `Mail the ${formatNumber(mailable.length)} private pages`}
					</Button>
				) : null}
			</div>
			<p className="ui-help">
				A ZIP with their words, pictures, recordings, consents, dates and invitations, readable without Plaudit. Nothing
				about others.{' '}
				{mailable.length > 0
					? 'The private page goes to the address on file: there they see, change, withdraw and erase it themselves. You never see its link.'
					: whyNoMail(found)}
			</p>
			<div aria-live="polite">
				{mail.isSuccess ? <p>{mailed(mail.data)}</p> : null}
				{error ? (
					<p className="ui-error" role="alert">
						{errorMessage(error)}
					</p>
				) : null}
			</div>
		</SettingsSection>
	)
}

const mailed = (count: number): string =>
	count === 0
		? 'Three mails went out in this hour already. Try again later.'
		: `${formatCount(count, 'mail')} ${count === 1 ? 'is' : 'are'} on the way.`
