import { ExternalLink, Mail } from 'lucide-react'
import { Link } from 'react-router'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatCount, formatList, languageName } from '#web/lib/format/format.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { displayUrl, publicUrl } from '#web/lib/spaces/public-url.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { FormStatus } from './form-status.tsx'
import { NewFormDialog } from './new-form-dialog.tsx'
import { type ListedForm, useForms } from './use-forms.ts'
import './forms-page.css'

/** /dashboard/forms: all forms of the space. */
export function Page() {
	const { space, canEdit } = useSpace()
	const list = useForms(space.id)
	const { data: forms, error, isPending } = list
	usePageTitle('Forms', space.name)
	return (
		<div className="forms">
			<header className="forms-head">
				<div>
					<h1 className="ui-page-title" tabIndex={-1}>
						Forms
					</h1>
					<p className="ui-quiet">Each is a page where people send you their words.</p>
				</div>
				{canEdit ? <NewFormDialog /> : null}
			</header>
			{isPending ? <FormsSkeleton /> : null}
			{error && !forms ? <ReadError query={list}>The forms could not be read.</ReadError> : null}
			{forms?.length === 0 ? (
				<EmptyState title="No form is left." actions={canEdit ? <NewFormDialog /> : null}>
					<p>Without a form nobody can send you anything. Make one; it takes a minute.</p>
				</EmptyState>
			) : null}
			{forms && forms.length > 0 ? (
				<ul className="ui-rows">
					{forms.map((form) => (
						<FormLine key={form.id} form={form} />
					))}
				</ul>
			) : null}
		</div>
	)
}

function FormLine({ form }: { form: ListedForm }) {
	const { canEdit } = useSpace()
	const address = publicUrl.form(form.slug)
	return (
		<li className="forms-line">
			<div className="forms-what">
				<h2>
					<Link to={`/dashboard/forms/${form.id}`}>
						<bdi>{form.name}</bdi>
					</Link>
				</h2>
				<p className="forms-title" dir="auto">
					{form.title}
				</p>
				<p className="forms-facts">
					<FormStatus open={form.is_open} />
					<span>{form.sent === 0 ? 'Nothing sent yet' : formatCount(form.sent, 'testimonial')}</span>
					<span>{formatList(form.accepts.map((kind) => kindLabels[kind]))}</span>
					<span>{languageName(form.locale)}</span>
				</p>
			</div>
			<div className="forms-link">
				<a href={address} target="_blank" rel="noreferrer" dir="ltr">
					{displayUrl(address)}
					<ExternalLink size={13} aria-hidden="true" />
				</a>
				<span className="forms-acts">
					<CopyButton text={address} label="Copy link" />
					{canEdit && form.is_open ? (
						<Link className={buttonClass({})} to={`/dashboard/invitations/new?form=${form.id}`}>
							<Mail size={16} aria-hidden="true" />
							Ask<span className="ui-sr"> customers: {form.name}</span>
						</Link>
					) : null}
					<Link className={buttonClass({})} to={`/dashboard/forms/${form.id}`}>
						Edit<span className="ui-sr"> {form.name}</span>
					</Link>
				</span>
			</div>
		</li>
	)
}

function FormsSkeleton() {
	return (
		<div className="ui-rows" aria-busy="true">
			<p className="ui-sr" role="status">
				Loading forms
			</p>
			{['a', 'b'].map((row) => (
				<div key={row} className="forms-skeleton" aria-hidden="true">
					<span />
					<span />
				</div>
			))}
		</div>
	)
}
