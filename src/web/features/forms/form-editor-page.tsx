import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { Link, useParams } from 'react-router'
import { sayError } from '#web/lib/errors.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { Empty } from '#web/ui/blocks.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { FormEditorScreen } from './form-editor-screen.tsx'
import { useForm } from './forms-data.ts'
import './form-editor.css'

/** One form: the editor beside the real page (product.md §2, /dashboard/forms/:formId). */
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
				<Notice bad>
					<p>{sayError(error)}</p>
					<Button size="tiny" busy={isFetching} onClick={() => refetch()}>
						Try again
					</Button>
				</Notice>
			) : (
				<Empty
					title="This form is not in this space."
					actions={
						<Link className={buttonClass({})} to="/dashboard/forms">
							All forms
						</Link>
					}
				>
					<p>It was deleted, or it belongs to another of your spaces.</p>
				</Empty>
			)}
		</div>
	)
}
