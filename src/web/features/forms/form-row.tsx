import { ExternalLink, Mail, MoreHorizontal } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { brandPalette } from '#shared/look/brand-color.ts'
import { formatCount, formatList, formatNumber, languageName } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { displayUrl, publicUrl } from '#web/lib/spaces/public-url.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { FormStatus } from './form-status.tsx'
import { useDuplicateForm } from './use-duplicate-form.ts'
import type { FormNumbers } from './use-form-numbers.ts'
import type { ListedForm } from './use-forms.ts'
import './form-picture.css'

const noNumbers: FormNumbers = { form_views: 0, starts: 0, sends: 0 }

/** One form of the list. `numbers` is undefined until they are read. */
export function FormRow({ form, numbers }: { form: ListedForm; numbers: FormNumbers | null | undefined }) {
	const address = publicUrl.form(form.slug)
	return (
		<li className="forms-row">
			<Link className="forms-picture" to={`/dashboard/forms/${form.id}`} aria-hidden="true" tabIndex={-1}>
				<FormPicture form={form} />
			</Link>
			<div className="forms-what">
				<div className="forms-name">
					<h2>
						<Link to={`/dashboard/forms/${form.id}`}>
							<bdi>{form.name}</bdi>
						</Link>
					</h2>
					<FormStatus open={form.is_open} />
					{form.hasDraft ? <Badge>Changes not published</Badge> : null}
				</div>
				<p className="forms-title" dir="auto">
					{form.title}
				</p>
				<p className="forms-facts">
					<span>{formatList(form.accepts.map((kind) => kindLabels[kind]))}</span>
					<span>{languageName(form.locale)}</span>
					<span>{form.sent === 0 ? 'Nothing sent yet' : formatCount(form.sent, 'testimonial')}</span>
				</p>
				<div className="forms-acts">
					<CopyButton text={address} label="Copy link" />
					<FormActions form={form} />
				</div>
				<a className="forms-address" href={address} target="_blank" rel="noreferrer" dir="ltr">
					{displayUrl(address)}
					<ExternalLink size={13} aria-hidden="true" />
				</a>
			</div>
			<div className="forms-numbers">
				<Numbers numbers={numbers === null ? noNumbers : numbers} />
				<p>{describeArrivals(form, numbers ?? noNumbers)}</p>
			</div>
		</li>
	)
}

function FormActions({ form }: { form: ListedForm }) {
	const { space, canEdit } = useSpace()
	const copy = useDuplicateForm(space.id)
	if (!canEdit) return null
	return (
		<>
			{form.is_open ? (
				<Link className={buttonClass({})} to={`/dashboard/invitations/new?form=${form.id}`}>
					<Mail size={16} aria-hidden="true" />
					Ask<span className="ui-sr"> customers: {form.name}</span>
				</Link>
			) : null}
			<Link className={buttonClass({})} to={`/dashboard/forms/${form.id}`}>
				Edit<span className="ui-sr"> {form.name}</span>
			</Link>
			<Menu
				align="end"
				trigger={<IconButton label={`More about ${form.name}`} Icon={MoreHorizontal} busy={copy.isPending} />}
			>
				<MenuItem onSelect={() => copy.mutate(form.id)}>Duplicate</MenuItem>
			</Menu>
		</>
	)
}

function Numbers({ numbers }: { numbers: FormNumbers | undefined }) {
	const shown = [
		['Views', numbers?.form_views],
		['Starts', numbers?.starts],
		['Sends', numbers?.sends],
	] as const
	return (
		<dl>
			{shown.map(([name, count]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{count === undefined ? '–' : formatNumber(count)}</dd>
				</div>
			))}
		</dl>
	)
}

/** When the last testimonial came, or what keeps them away. */
function describeArrivals(form: ListedForm, { form_views: views, starts }: FormNumbers): string {
	if (form.lastSentAt) return `Last one ${formatRelative(form.lastSentAt)}`
	if (!form.is_open) return 'Visitors read that it is closed.'
	if (views === 0) return 'Nobody has opened it. Share the link.'
	const opened = `${formatNumber(views)} opened it, `
	return starts === 0 ? `${opened}nobody began. Read it once on a phone.` : `${opened}nobody sent it yet.`
}

/** The page of a form in small, in the space's colour. Decorative: title and facts stand beside it. */
function FormPicture({ form }: { form: Pick<ListedForm, 'title' | 'rating' | 'is_open'> }) {
	const { space } = useSpace()
	const palette = brandPalette(space.brand.color)
	const colours = palette && {
		'--picture-ink': `light-dark(${palette.light.brand}, ${palette.dark.brand})`,
		'--picture-wash': `light-dark(${palette.light.wash}, ${palette.dark.wash})`,
	}
	return (
		<span className="form-picture" style={colours as CSSProperties} data-closed={form.is_open ? undefined : ''}>
			<span className="form-picture-question">
				<i />
				<span dir="auto">{form.title}</span>
			</span>
			<span className="form-picture-answer">
				{form.rating === 'off' ? null : <b>★★★★★</b>}
				<i />
				<i className="form-picture-words" />
				<i />
				<i className="form-picture-send" />
			</span>
		</span>
	)
}
