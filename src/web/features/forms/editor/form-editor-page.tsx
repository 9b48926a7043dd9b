import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { Link, useParams } from 'react-router'
import { useForm } from '#web/features/forms/use-forms.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { FormEditorScreen } from './form-editor-screen.tsx'
import './form-editor.css'

/** /dashboard/forms/:formId: the editor of one form beside its real page. */
export function Page() {
	const { formId = '' } = useParams()
	const { space } = useSpace()
	const { data: form, error, isPending, isFetching, refetch } = useForm(space.id, formId)
	if (form)
		return (
			<NuqsAdapter>
				<FormEditorScreen key={form.id} form={form} />
			</NuqsAdapter>
		)
	if (isPending) return <PageSpinner />
	return (
		<div className="editor-away">
			{error ? (
				<Notice isError>
					<p>{errorMessage(error)}</p>
					<Button size="tiny" busy={isFetching} onClick={() => refetch()}>
						Try again
					</Button>
				</Notice>
			) : (
				<EmptyState
					title="This form is not in this space."
					actions={
						<Link className={buttonClass({})} to="/dashboard/forms">
							All forms
						</Link>
					}
				>
					<p>It was deleted, or it belongs to another of your spaces.</p>
				</EmptyState>
			)}
		</div>
	)
}
