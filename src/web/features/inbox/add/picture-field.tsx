import { ImagePlus } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { maxPictureSide } from '#shared/look/picture-sizes.ts'
import { pictureError, pictureTypes } from '#web/lib/files/pictures.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/files/choose-file.tsx'
import { resizeIfLarge } from '#web/ui/pictures/resize-if-large.ts'
import { optional } from './line-field.tsx'

/** Chooses a picture that is sent with the form, with a preview and a button to take it away. */
export function PictureField(props: {
	kind: 'photo' | 'avatar'
	label: string
	help: string
	file: File | null
	error: string | undefined
	onChange: (file: File | null) => void
}) {
	const { kind, label, help, file, error, onChange } = props
	const id = useId()
	const [problem, setProblem] = useState<string>()
	const preview = usePreview(file)
	const choose = async (chosen: File) => {
		const found = pictureError(chosen)
		setProblem(found)
		if (!found) onChange(await resizeIfLarge(chosen, maxPictureSide[kind]))
	}
	const message = problem ?? error
	return (
		<div className="added-picture">
			<p className="ui-field-top" id={id}>
				<span className="ui-label">{label}</span> {optional}
			</p>
			<div className="added-picture-line">
				{preview ? <img src={preview} alt="" className={`added-${kind}`} /> : null}
				<FileButton
					aria-describedby={`${id}-line`}
					accept={pictureTypes}
					field={{ labelledBy: id }}
					onFile={(chosen) => void choose(chosen)}
				>
					<ImagePlus size={16} aria-hidden="true" />
					{file ? 'Choose another' : `Choose a ${kind === 'avatar' ? 'portrait' : 'picture'}`}
				</FileButton>
				{file ? (
					<Button variant="quiet" aria-label={`Remove: ${label}`} onClick={() => onChange(null)}>
						Remove
					</Button>
				) : null}
			</div>
			<p className={message ? 'ui-error' : 'ui-help'} id={`${id}-line`} aria-live="polite">
				{message ?? help}
			</p>
		</div>
	)
}

/** The address of a file of this tab, released when another is chosen. */
const usePreview = (file: File | null): string | null => {
	const [preview, setPreview] = useState<string | null>(null)
	useEffect(() => {
		if (!file) return setPreview(null)
		const url = URL.createObjectURL(file)
		setPreview(url)
		return () => URL.revokeObjectURL(url)
	}, [file])
	return preview
}
