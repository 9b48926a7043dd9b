import { QrCode } from 'lucide-react'
import { Link } from 'react-router'
import { useInvitableForms } from '#web/features/invitations/use-invitable-forms.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'

/** A link to the share panel of the oldest open form, which has the link and the QR code for paper. */
export function PaperHint() {
	const { space } = useSpace()
	const { data: forms } = useInvitableForms(space.id)
	const form = forms?.find(({ is_open }) => is_open)
	if (!form) return null
	return (
		<p className="invite-paper ui-small ui-quiet">
			<QrCode size={16} aria-hidden="true" />
			<span>
				For the counter or the back of an invoice:{' '}
				<Link to={`/dashboard/forms/${form.id}?share=true`}>link and QR code of the form</Link>. What comes through them
				is not marked as invited.
			</span>
		</p>
	)
}
