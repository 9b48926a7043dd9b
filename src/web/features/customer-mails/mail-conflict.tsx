import { splitAtLink } from '#shared/mail/customer-mails.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { CustomerMailSettings } from './use-customer-mails.ts'

/** Tells that somebody else changed the words meanwhile, shows theirs, and asks which are kept. */
export function MailConflict({
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
