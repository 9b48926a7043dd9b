import type { CSSProperties } from 'react'
import { brandPalette } from '#shared/look/brand-color.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import type { ListedForm } from './use-forms.ts'
import './form-picture.css'

/** The page of a form in small, in the space's colour. Decorative: title and facts stand beside it. */
export function FormPicture({ form }: { form: Pick<ListedForm, 'title' | 'rating' | 'is_open'> }) {
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
