import type { FormLook } from '#shared/form/public-form.ts'
import { BrandFontHint } from '#web/lib/spaces/brand-font-hint.tsx'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { PicturePicker } from '#web/ui/pictures/picture-picker.tsx'
import { PictureWithFallback } from '#web/ui/pictures/picture-with-fallback.tsx'
import { EditorSection, type SectionProps } from './editor-section.tsx'

type Choice = { value: string; label: string }

type LookChoice = Exclude<keyof FormLook, 'picture'>

/** Each first choice is what a form has that names none. */
const choices: Record<LookChoice, { label: string; options: readonly Choice[] }> = {
	pages: {
		label: 'Questions',
		options: [
			{ value: 'one', label: 'On one page' },
			{ value: 'steps', label: 'One at a time' },
		],
	},
	background: {
		label: 'Background',
		options: [
			{ value: 'tint', label: 'Your colour' },
			{ value: 'plain', label: 'Plain' },
		],
	},
	font: {
		label: 'Type',
		options: [
			{ value: 'mixed', label: 'Both' },
			{ value: 'serif', label: 'Serif' },
			{ value: 'sans', label: 'Sans' },
			{ value: 'brand', label: 'Brand' },
		],
	},
}

/** The look of the page: one page or steps, the picture behind its question, and its type. */
export function LookSection({ draft, edit }: SectionProps) {
	const { look } = draft
	const change = (field: LookChoice, value: string) => {
		const { [field]: _former, ...others } = look
		edit({ look: value === choices[field].options[0]?.value ? others : { ...others, [field]: value } })
	}
	return (
		<EditorSection id="look-title" title="Look">
			<div className="editor-pairs">
				{(Object.keys(choices) as LookChoice[]).map((field) => (
					<LookRow
						key={field}
						label={choices[field].label}
						value={look[field] ?? choices[field].options[0]?.value ?? ''}
						options={choices[field].options}
						onChange={(value) => change(field, value)}
					/>
				))}
				<span className="editor-name">Picture</span>
				<BackgroundPicture look={look} onChange={(look) => edit({ look })} />
			</div>
			{look.font === 'brand' ? <BrandFontHint /> : null}
			{look.pages ? (
				<p className="ui-help">
					The preview shows all steps below one another, as visitors without JavaScript see them.
				</p>
			) : null}
		</EditorSection>
	)
}

function LookRow(props: {
	label: string
	value: string
	options: readonly Choice[]
	onChange: (value: string) => void
}) {
	return (
		<>
			<span className="editor-name">{props.label}</span>
			<div>
				<SegmentedControl {...props} />
			</div>
		</>
	)
}

/** The picture behind the question of the form's page. */
function BackgroundPicture({ look, onChange }: { look: FormLook; onChange: (look: FormLook) => void }) {
	const { space } = useSpace()
	const { picture, ...others } = look
	return (
		<PicturePicker
			stored={{ bucket: 'brand', folder: space.id, path: picture, isShared: true }}
			save={async (path) => onChange(path ? { ...others, picture: path } : others)}
			picture={(src) =>
				src ? (
					<PictureWithFallback
						className="look-picture"
						src={src}
						alt="Present background"
						fallback={<span className="look-picture" />}
					/>
				) : null
			}
			choose={picture ? 'Replace the picture' : 'Choose a picture'}
			help="Behind the question, faded so that words stay readable. JPEG, PNG or WebP."
			side={2048}
		/>
	)
}
