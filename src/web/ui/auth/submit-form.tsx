import type { ReactNode } from 'react'
import type { Submission } from '#web/lib/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/** A form with its error above the fields, and a primary button with the text `action` below them. */
export function SubmitForm({
	submission: { busy, errors, form, submit },
	problem = errors.form,
	className,
	action,
	after,
	children,
}: {
	submission: Submission
	/** The error above the fields, where it is not only that of the form. */
	problem?: string | undefined
	className: string
	action: ReactNode
	/** Below the button. */
	after?: ReactNode
	children?: ReactNode
}) {
	return (
		<form className={className} ref={form} onSubmit={submit} noValidate>
			{problem ? <Notice isError>{problem}</Notice> : null}
			{children}
			<Button type="submit" variant="primary" size="tall" wide busy={busy}>
				{action}
			</Button>
			{after}
		</form>
	)
}
